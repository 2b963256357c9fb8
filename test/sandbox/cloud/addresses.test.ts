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

  test('come from the range for benchmarks where those are in use, and run out at its end', () => {
    const book = createAddressBook(crowd);
    const takeMany = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => ipOf(book.take(name, `n/s${index}`)));
    const all = takeMany('m0', 31 + 5_461);
    const others = ['m1', 'm23'].flatMap((name) => takeMany(name, 300));
    const taken = [...all, ...others];
    assert.equal(new Set(taken).size, taken.length);
    for (const ip of all.slice(31)) assert.match(ip, /^198\.1[89]\.\d+\.\d+$/);
    assert.throws(() => book.take('m0', 'n/more'), {
      message:
        'Cannot give n/more in m0 an address: all 31 of its documentation addresses and 5461 of its benchmark addresses are in use',
    });
    book.release('m0', 'n/s7');
    assert.match(ipOf(book.take('m0', 'n/more')), /^192\.0\.2\./);
    book.release('m0', 'n/s77');
    assert.match(ipOf(book.take('m0', 'n/yet-more')), /^198\.18\./);
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
