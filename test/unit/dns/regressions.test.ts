import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ledgerChanges } from '../../../lib/core/dns/ledger-changes.ts';
import { selectZone } from '../../../lib/core/dns/select-zone.ts';
import { globalName } from '../../../lib/core/dns/service-names.ts';
import { valuesOf } from '../../../lib/core/model/record-set.ts';
import { readVectors } from '../../support/read-vectors.ts';
import { sortedVectors, toVector, type VectorRecord } from '../../support/vector-records.ts';
import {
  type Given,
  planOf,
  publishedLedger,
  recordSetsOf,
  type Shards,
  type VectorCluster,
} from './plan-harness.ts';

type Regression = {
  readonly service: { readonly name: string; readonly namespace: string };
  readonly clusters: readonly VectorCluster[];
  readonly shards?: Shards;
  readonly before?: { readonly shards?: Shards };
};
type Expect = {
  readonly records?: readonly VectorRecord[];
  readonly globalAddresses?: readonly string[];
  readonly zoneAndRegionNamesFor?: readonly string[];
  readonly globalName?: string;
};

const cases = readVectors<Regression, Expect>('regressions');

const caseOf = (name: string) => {
  const found = cases.find((one) => one.name === name);
  assert.ok(found, name);
  return found;
};

const planFor = (
  regression: Pick<Regression, 'service' | 'clusters'>,
  shards: Shards,
  more: Partial<Given> = {},
) => {
  const { service, clusters } = regression;
  const dns = { suffix: 'example.com' };
  return planOf({ service, clusters, shards, federation: 'federation', dns, ...more });
};

const address = (ip: string) => [{ ip }];
const zoneA = { name: 'a', zones: ['us-central1-a'], region: 'us-central1' };
const service = { name: 'nginx', namespace: 'default' };
const globalA = 'nginx.default.federation.svc.example.com';

describe('what users reported of DNS: vectors', () => {
  const losses: readonly [string, string, Shards][] = [
    [
      'W2',
      'backend lost in one zone keeps every name',
      [
        { cluster: 'a', items: address('104.197.202.248') },
        { cluster: 'f', items: null },
      ],
    ],
    ['W2', 'last healthy backend gone removes all addresses', [{ cluster: 'a', items: null }]],
  ];
  for (const [weakness, name, shards] of losses) {
    it(`${weakness}: ${name}`, () => {
      const { given, expect } = caseOf(name);
      const plan = planFor(given, shards);
      assert.deepEqual(
        sortedVectors(recordSetsOf(plan).map(toVector)),
        sortedVectors(expect.records ?? []),
      );
    });
  }

  it('W4: unregistering a cluster removes its names and addresses', () => {
    const { given, expect } = caseOf('unregistering a cluster removes its names and addresses');
    const shards = [
      { cluster: 'a', items: address('1.1.1.1') },
      { cluster: 'e', items: address('2.2.2.2') },
    ];
    const ledger = publishedLedger(planFor(given, shards), []);
    const left = { ...given, clusters: given.clusters.filter(({ name }) => name === 'a') };
    const after = publishedLedger(planFor(left, shards, { ledger }), ledger);
    assert.equal(ledger[0]?.applied.length, 5);
    const records = after.flatMap(({ applied }) => applied).map(toVector);
    assert.deepEqual(sortedVectors(records), sortedVectors(expect.records ?? []));
  });

  it('W8: multi-zone cluster gets one name per zone', () => {
    const { given, expect } = caseOf('multi-zone cluster gets one name per zone');
    const plan = planFor(given, given.shards ?? []);
    assert.deepEqual(
      sortedVectors(recordSetsOf(plan).map(toVector)),
      sortedVectors(expect.records ?? []),
    );
  });

  it('W5: one cluster without zones does not block the others', () => {
    const { given, expect } = caseOf('one cluster without zones does not block the others');
    const plan = planFor(given, given.shards ?? []);
    const sets = recordSetsOf(plan);
    const global = sets.filter(({ name }) => name === globalA);
    assert.deepEqual(global.flatMap(valuesOf), expect.globalAddresses);
    assert.deepEqual(expect.zoneAndRegionNamesFor, ['a']);
    assert.equal(sets.length, 3);
    assert.deepEqual(
      plan.problems.map(({ cluster }) => cluster),
      ['new'],
    );
  });

  it('W9: load balancer hostname changes its addresses', () => {
    const { given } = caseOf('load balancer hostname changes its addresses');
    const at = (ip: string) => planFor(given, given.shards ?? [], { lookup: { 'elb.test': [ip] } });
    const values = (plan: ReturnType<typeof at>) => [
      ...new Set(recordSetsOf(plan).flatMap(valuesOf)),
    ];
    const first = at('9.9.9.1');
    assert.deepEqual(values(first), ['9.9.9.1']);
    assert.ok((first.lookAgainAfterMs ?? Number.POSITIVE_INFINITY) <= 300_000);
    assert.deepEqual(values(at('9.9.9.2')), ['9.9.9.2']);
  });

  it('DNS names live in a parent zone', () => {
    const { expect } = caseOf('DNS names live in a parent zone');
    const suffix = 'federation.example.com';
    const name = globalName(service, { federation: 'federation', suffix });
    assert.equal(name, expect.globalName);
    const zone = { id: 'Z1', name: 'example.com', isPrivate: false };
    const wish = { suffix, create: false, federation: 'federation' };
    assert.deepEqual(selectZone([zone], wish), { kind: 'found', zone });
  });

  it('W1, W12: equivalent records cause no provider writes', () => {
    const { given, expect } = caseOf('equivalent records cause no provider writes');
    const here = { ...given, clusters: [zoneA] };
    const first = planFor(here, given.shards ?? []);
    assert.equal(recordSetsOf(first).length, 3);
    const ledger = publishedLedger(first, []);
    const again = planFor(here, given.shards ?? [], { ledger });
    assert.deepEqual(ledgerChanges(again.key, again.zones, ledger, 0), []);
    assert.deepEqual(expect, { writes: 3, writesAfterFirstReconcile: 0 });
  });
});

describe('what else the original got wrong', () => {
  const shards = [{ cluster: 'a', items: address('1.1.1.1') }];
  const here = { service, clusters: [zoneA] };

  it('W3: a deleted Service leaves nothing wanted', () => {
    const ledger = publishedLedger(planFor(here, shards), []);
    const plan = planFor(here, shards, { ledger, deleted: true });
    assert.deepEqual(plan.zones, [{ zoneId: 'Z1', recordSets: [] }]);
  });

  for (const type of ['ClusterIP', 'NodePort', 'ExternalName']) {
    it(`W16: a Service that became ${type} leaves nothing wanted`, () => {
      const ledger = publishedLedger(planFor(here, shards), []);
      const plan = planFor(here, shards, { ledger, type });
      assert.deepEqual(plan.zones, [{ zoneId: 'Z1', recordSets: [] }]);
    });
  }

  it('W14: names of places are written in lower case, so that none is taken for two', () => {
    const twins = [
      { name: 'a', zones: ['Zone-1'], region: 'EU' },
      { name: 'b', zones: ['zone-1'], region: 'eu' },
    ];
    const both = [...shards, { cluster: 'b', items: address('1.1.1.2') }];
    const sets = recordSetsOf(planFor({ service, clusters: twins }, both));
    assert.deepEqual(
      sets.map(({ name }) => name.replace('nginx.default.federation.svc.', '')),
      ['eu.example.com', 'example.com', 'zone-1.eu.example.com'],
    );
    for (const set of sets) assert.deepEqual(valuesOf(set), ['1.1.1.1', '1.1.1.2']);
  });

  it('W19: while the hosted zone is not known, records stay and a look is due', () => {
    const ledger = publishedLedger(planFor(here, shards), []);
    const plan = planFor(here, [{ cluster: 'a', items: address('1.1.1.9') }], {
      ledger,
      zoneFailure: 'Cannot find a hosted zone',
    });
    assert.deepEqual(
      plan.zones,
      ledger.map(({ zoneId, desired }) => ({ zoneId, recordSets: desired })),
    );
    assert.deepEqual(
      plan.problems.map(({ reason }) => reason),
      ['HostedZoneUnknown'],
    );
    assert.equal(plan.lookAgainAfterMs, 60_000);
  });

  it('a Service that moves to another hosted zone leaves the old one', () => {
    const ledger = publishedLedger(planFor(here, shards), []);
    const plan = planFor(here, shards, { ledger, dns: { suffix: 'example.com', zoneId: 'Z2' } });
    const changes = ledgerChanges(plan.key, plan.zones, ledger, 0);
    assert.deepEqual(
      changes.map(
        (change) =>
          change.kind === 'write' && `${change.entry.zoneId} ${change.entry.desired.length}`,
      ),
      ['Z2 3', 'Z1 0'],
    );
  });

  it('a blocked name is looked at again when it is due', () => {
    const [entry] = publishedLedger(planFor(here, shards), []);
    assert.ok(entry);
    const blocked = [{ name: globalA, reason: 'ForeignRecord', message: 'in the way' }];
    const ledger = [{ ...entry, blocked, attempts: 3, retryAt: 90_000 }];
    assert.equal(planFor(here, shards, { ledger, now: 30_000 }).lookAgainAfterMs, 60_000);
    const due = planFor(here, shards, { ledger, now: 90_000 });
    assert.deepEqual(ledgerChanges(due.key, due.zones, ledger, 90_000), [
      { kind: 'remind', zoneId: 'Z1', version: 1 },
    ]);
  });
});
