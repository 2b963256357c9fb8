import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Contribution } from '../../../lib/core/dns/contribution.ts';
import { type DnsInput, desiredRecordSets } from '../../../lib/core/dns/desired-record-sets.ts';
import type { Cluster } from '../../../lib/core/model/cluster.ts';
import { valuesOf } from '../../../lib/core/model/record-set.ts';
import type { IngressAddress } from '../../../lib/core/model/service-object.ts';
import type { DnsSettings } from '../../../lib/core/model/settings.ts';
import { aCluster } from '../../support/builders/cluster.ts';
import { planSettings } from '../../support/builders/service.ts';

const key = { namespace: 'shop', name: 'web' };

const from = (
  name: string,
  place: Partial<Cluster>,
  ...addresses: readonly IngressAddress[]
): Contribution => ({ cluster: aCluster(name, place), addresses });

const plan = (
  contributions: readonly Contribution[],
  given: Partial<DnsInput> = {},
  dns: Partial<DnsSettings> = {},
) =>
  desiredRecordSets(
    { key, contributions, resolved: {}, previous: [], ...given },
    { ...planSettings, dns: { ...planSettings.dns, ...dns } },
  );

const lines = (contributions: readonly Contribution[], given: Partial<DnsInput> = {}) =>
  plan(contributions, given).recordSets.map(
    (set) =>
      `${set.name.replace('web.shop.demo.svc.', '').replace('seamark.example', '')} ${set.type} ${valuesOf(
        set,
      )
        .map((value) => value.replace('web.shop.demo.svc.', '').replace('seamark.example', ''))
        .join(' ')}`,
  );

const one: IngressAddress = { ip: '192.0.2.1' };
const two: IngressAddress = { ip: '198.51.100.2' };
const lb: IngressAddress = { hostname: 'lb.example.test' };

describe('names of one Service', () => {
  it('nobody takes part: no names at all, and nothing to tell', () => {
    const nothing = { recordSets: [], problems: [], followed: [] };
    assert.deepEqual(plan([]), nothing);
    assert.deepEqual(plan([], {}, { zoneName: 'other.example' }), nothing);
  });

  it('nobody is healthy: zone and region fall up, the global name is absent', () => {
    assert.deepEqual(lines([from('a', { region: 'r', zones: ['z'] })]), [
      'r. CNAME ',
      'z.r. CNAME r.',
    ]);
  });

  it('W8, F21: every zone of a cluster has its name, and an address stands once', () => {
    assert.deepEqual(lines([from('a', { region: 'r', zones: ['z1', 'z2'] }, one, one)]), [
      'r. A 192.0.2.1',
      ' A 192.0.2.1',
      'z1.r. A 192.0.2.1',
      'z2.r. A 192.0.2.1',
    ]);
  });

  it('W15: zones of the same name in two regions are two zones', () => {
    assert.deepEqual(
      lines([
        from('a', { region: 'r1', zones: ['z'] }, one),
        from('b', { region: 'r2', zones: ['z'] }, two),
      ]),
      [
        'r1. A 192.0.2.1',
        'r2. A 198.51.100.2',
        ' A 192.0.2.1 198.51.100.2',
        'z.r1. A 192.0.2.1',
        'z.r2. A 198.51.100.2',
      ],
    );
  });

  it('an empty zone falls up to a region that others serve', () => {
    assert.deepEqual(
      lines([
        from('a', { region: 'r', zones: ['z1'] }),
        from('b', { region: 'r', zones: ['z2'] }, two),
      ]),
      ['r. A 198.51.100.2', ' A 198.51.100.2', 'z1.r. CNAME r.', 'z2.r. A 198.51.100.2'],
    );
  });

  it('W10, S21: families are split', () => {
    assert.deepEqual(
      lines([from('a', { region: 'r', zones: [] }, one, { ip: '2001:0DB8:0:0:0:0:0:1' })]),
      ['r. A 192.0.2.1', 'r. AAAA 2001:db8::1', ' A 192.0.2.1', ' AAAA 2001:db8::1'],
    );
  });

  it('R23: a host name is resolved and merged', () => {
    const resolved = { 'lb.example.test': { addresses: ['203.0.113.40'], ttlSeconds: 60 } };
    const found = lines([from('a', { region: 'r', zones: [] }, lb, one)], { resolved });
    assert.deepEqual(found, ['r. A 192.0.2.1 203.0.113.40', ' A 192.0.2.1 203.0.113.40']);
  });

  it('W11: what does not resolve or is no address spoils nothing', () => {
    const odd = { ip: 'not an address' };
    const result = plan([from('a', { region: 'r', zones: [] }, lb, odd, one)]);
    assert.deepEqual(result.recordSets.map(valuesOf), [['192.0.2.1'], ['192.0.2.1']]);
    assert.equal(result.problems[0]?.reason, 'HostNameUnresolved');
  });

  it('a name whose only host names do not resolve now keeps what it had', () => {
    for (const before of [one, lb]) {
      const previous = plan([from('a', { region: 'r', zones: [] }, before)]).recordSets;
      const two = { hostname: 'other.example.test' };
      const result = plan([from('a', { region: 'r', zones: [] }, lb, two)], { previous });
      assert.deepEqual(result.recordSets, previous);
      assert.deepEqual(result.followed, ['lb.example.test', 'other.example.test']);
    }
  });

  it('a name that fell up does not keep that while its host names do not resolve', () => {
    const previous = plan([from('a', { region: 'r', zones: [] })]).recordSets;
    const result = plan(
      [from('a', { region: 'r', zones: [] }, lb)],
      { previous },
      {
        hostNames: 'resolve',
      },
    );
    assert.deepEqual(result.recordSets, previous);
  });

  it('W5: a cluster without a location stands at the global name, and the others lose nothing', () => {
    const { region: _region, ...nowhere } = aCluster('new', { zones: [] });
    const result = plan([
      { cluster: nowhere, addresses: [two] },
      from('a', { region: 'r', zones: [] }, one),
    ]);
    assert.deepEqual(
      result.recordSets.map((set) => valuesOf(set).join(' ')),
      ['192.0.2.1', '192.0.2.1 198.51.100.2'],
    );
    assert.deepEqual(result.problems, [
      {
        condition: 'DNSInSync',
        reason: 'LocationUnknown',
        message: 'new has no known region yet: its addresses stand at the global name only',
        cluster: 'new',
      },
    ]);
  });

  it('a name outside the hosted zone is told and left out', () => {
    const result = plan(
      [from('a', { region: 'r', zones: [] }, one)],
      {},
      { zoneName: 'other.example' },
    );
    assert.deepEqual(result.recordSets, []);
    assert.deepEqual(
      result.problems.map(({ reason, message }) => [reason, message]),
      ['web.shop.demo.svc.r.seamark.example', 'web.shop.demo.svc.seamark.example'].map((name) => [
        'NameOutsideZone',
        `${name} lies outside hosted zone other.example`,
      ]),
    );
    assert.deepEqual(result.followed, []);
  });

  it('the hosted zone is a whole number of labels', () => {
    const inside = (zoneName: string) =>
      plan([from('a', { region: 'r', zones: [] }, one)], {}, { zoneName }).recordSets.length;
    assert.equal(inside('example'), 2);
    assert.equal(inside('ark.example'), 0);
  });

  it('W9: host names are followed once each, in order', () => {
    const hosts = ['b.test', 'a.test'].map((hostname) => ({ hostname }));
    const result = plan([
      from('1', { region: 'r1', zones: [] }, { hostname: 'c.test' }, one),
      from('2', { region: 'r2', zones: [] }, ...hosts),
    ]);
    assert.deepEqual(result.followed, ['a.test', 'b.test', 'c.test']);
  });

  it('the order of regions and zones is their own, whatever the order of clusters', () => {
    const odd = { zoneName: 'other.example' };
    const clusters = [
      from('1', { region: 'r2', zones: ['y', 'x'] }, one),
      from('2', { region: 'r1', zones: ['z'] }, two),
    ];
    const told = (order: readonly Contribution[]) =>
      plan(order, {}, odd).problems.map(({ message }) => message.split('.seamark')[0]);
    assert.deepEqual(
      told(clusters),
      ['.z.r1', '.x.r2', '.y.r2', '.r1', '.r2', ''].map((place) => `web.shop.demo.svc${place}`),
    );
    assert.deepEqual(told(clusters.toReversed()), told(clusters));
  });
});
