import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAddressBook } from '../../../infra/sandbox/cloud/addresses.ts';
import { loadBalancerZones } from '../../../infra/sandbox/cloud/load-balancer-zone.ts';
import { defaultTopology, type Topology } from '../../../infra/sandbox/topology.ts';

const crowd: Topology = {
  ...defaultTopology,
  members: Array.from({ length: 24 }, (_, index) => ({
    name: `m${index}`,
    region: 'r',
    zones: ['z'],
    loadBalancers: 'ip',
  })),
};

const ipOf = (point: object): string => ('ip' in point ? String(point.ip) : '');

describe('load-balancer addresses', () => {
  test('are the same each time for a cluster and a Service, and differ from cluster to cluster', () => {
    const book = createAddressBook(defaultTopology);
    const first = book.take('tokyo', 'shop/web');
    assert.deepEqual(book.take('tokyo', 'shop/web'), first);
    assert.notDeepEqual(book.take('oregon', 'shop/web'), first);
    book.release('tokyo', 'shop/web');
    assert.deepEqual(book.take('tokyo', 'shop/web'), first);
    assert.deepEqual(createAddressBook(defaultTopology).take('tokyo', 'shop/web'), first);
  });

  test('come from the documentation ranges, and no two Services share one', () => {
    for (const topology of [defaultTopology, crowd]) {
      const book = createAddressBook(topology);
      const taken = topology.members
        .filter(({ loadBalancers }) => loadBalancers === 'ip')
        .flatMap(({ name }) =>
          Array.from({ length: 30 }, (_, index) => ipOf(book.take(name, `n/s${index}`))),
        );
      assert.equal(new Set(taken).size, taken.length);
      for (const ip of taken)
        assert.match(
          ip,
          /^(192\.0\.2|198\.51\.100|203\.0\.113)\.([1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-4])$/,
        );
    }
  });

  test('run out at the end of the range, and come back when released', () => {
    const book = createAddressBook(defaultTopology);
    for (let index = 0; index < 254; index += 1) book.take('tokyo', `n/s${index}`);
    assert.throws(() => book.take('tokyo', 'n/more'), {
      message:
        'Cannot give n/more in tokyo an address: all 254 of its documentation addresses are in use',
    });
    book.release('tokyo', 'n/s77');
    assert.match(ipOf(book.take('tokyo', 'n/more')), /^192\.0\.2\./);
  });

  test('are host names where the cloud has those, each with an address in the DNS', () => {
    const book = createAddressBook(defaultTopology);
    const point = book.take('ohio', 'shop/web');
    assert.ok('hostname' in point);
    assert.match(point.hostname, /^[0-9a-f]{32}\.elb\.us-east-2\.amazonaws\.com$/);
    const [zone, ...others] = loadBalancerZones(defaultTopology, book);
    assert.deepEqual(others, []);
    assert.equal(zone?.name, 'elb.us-east-2.amazonaws.com');
    const [set] = zone.recordSets;
    assert.equal(set?.name, `${point.hostname}.`);
    assert.match(set.values.join(), /^203\.0\.113\.\d+$/);
    book.release('ohio', 'shop/web');
    assert.deepEqual(loadBalancerZones(defaultTopology, book)[0]?.recordSets, []);
  });
});
