import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { ResourceRecordSet } from '@aws-sdk/client-route-53';
import { toListedRecordSet } from '../../../lib/adapters/route53/listed-record-set.ts';
import { toStoredRecordSet } from '../../../lib/adapters/route53/stored-record-set.ts';
import { namesOfEntry, planPublication } from '../../../lib/core/dns/publication.ts';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import { isAlias, type RecordSet, valuesOf } from '../../../lib/core/model/record-set.ts';
import type { IngressAddress } from '../../../lib/core/model/service-object.ts';
import { planOf, recordSetsOf } from './plan-harness.ts';

type Case<Input, Expect = unknown> = { readonly input: Input; readonly expect: Expect };

const caseOf = <Input, Expect = unknown>(name: string): Case<Input, Expect> =>
  // The files are part of the repository; a wrong shape fails the assertions that read it.
  JSON.parse(
    readFileSync(new URL(`../../fixtures/cases/route53/${name}.json`, import.meta.url), 'utf8'),
  ) as Case<Input, Expect>;

/** A set of the cases in the model's form. */
const ours = (listed: ResourceRecordSet): RecordSet => {
  const { name, type, ttlSeconds = 0, values, alias } = toStoredRecordSet(listed);
  if (type !== 'A' && type !== 'AAAA' && type !== 'CNAME') throw new Error(`Cannot own a ${type}`);
  return alias && type !== 'CNAME' ? { name, type, alias } : { name, type, ttlSeconds, values };
};

const entryOf = (given: Partial<LedgerEntry>): LedgerEntry => ({
  zoneId: 'Z1',
  key: { namespace: 'shop', name: 'web' },
  desired: [],
  desiredVersion: 2,
  applied: [],
  appliedVersion: 1,
  past: [],
  blocked: [],
  attempts: 0,
  ...given,
});

/** What is sent for an entry once all its names were read. */
const planned = (given: Partial<LedgerEntry>, listed: readonly ResourceRecordSet[]) => {
  const entry = entryOf(given);
  const stored = listed.map(toStoredRecordSet);
  const names = namesOfEntry(entry);
  const read = new Map(names.map((name) => [name, stored.filter((set) => set.name === name)]));
  const publication = planPublication(entry, names, read);
  return {
    changes: publication.names.flatMap(({ changes }) =>
      changes.map(({ action, recordSet }) => ({
        Action: action,
        ResourceRecordSet: toListedRecordSet(recordSet),
      })),
    ),
    blocked: publication.blocked,
  };
};

const lines = (changes: ReturnType<typeof planned>['changes']): readonly string[] =>
  changes.map(({ Action, ResourceRecordSet: set }) => `${Action} ${set.Name} ${set.Type}`);

type Listing = {
  readonly listed: readonly ResourceRecordSet[];
  readonly desired: readonly ResourceRecordSet[];
};

describe('recorded cases of Route 53, on what is planned', () => {
  it('R02: sent without, listed with a trailing dot', () => {
    const { input } = caseOf<Listing>('R02-trailing-dot');
    assert.deepEqual(planned({ desired: input.desired.map(ours) }, input.listed).changes, []);
  });

  it('R07: an alias of ours goes as it is listed, a stranger’s stays', () => {
    type Input = Listing & { readonly managed_by_product: { readonly [name: string]: boolean } };
    const { input, expect } = caseOf<Input, { readonly changes: readonly object[] }>(
      'R07-alias-sets',
    );
    const applied = input.listed.map(ours).filter(({ name }) => input.managed_by_product[name]);
    assert.equal(applied.filter(isAlias).length, 1);
    const { changes, blocked } = planned({ applied }, input.listed);
    assert.deepEqual(changes, expect.changes);
    assert.deepEqual(blocked, []);
  });

  it('R07: a stranger’s alias in our place is told as one', () => {
    const { input } = caseOf<Listing>('R07-alias-sets');
    const [foreign] = input.listed;
    assert.ok(foreign);
    const { name } = toStoredRecordSet(foreign);
    const desired: RecordSet = { name, type: 'A', ttlSeconds: 60, values: ['192.0.2.1'] };
    const { changes, blocked } = planned({ desired: [desired] }, input.listed);
    assert.deepEqual(changes, []);
    assert.match(blocked[0]?.message ?? '', /of type A that Seamark did not write \(alias\)$/);
  });

  it('R08: values that we did not write are a stranger’s by now: they stay, and nothing waits for them', () => {
    type Input = {
      readonly remembered: ResourceRecordSet;
      readonly live: readonly ResourceRecordSet[];
    };
    const { input } = caseOf<Input>('R08-delete-with-stale-values');
    const applied = [ours(input.remembered)];
    assert.deepEqual(planned({ applied }, input.live), { changes: [], blocked: [] });
  });

  it('R08, R30: a TTL edited by hand is repeated in the DELETE', () => {
    const { input } = caseOf<Listing>('R30-needless-writes');
    const desired = input.desired.map(ours);
    const first = planned({ desired, applied: desired }, input.listed);
    assert.deepEqual(
      first.changes.map(({ Action, ResourceRecordSet: set }) => `${Action} ${set.TTL}`),
      ['DELETE 86400', 'CREATE 180'],
    );
    assert.deepEqual(first.blocked, []);
    const names = first.changes.map(({ ResourceRecordSet: set }) => set.Name);
    assert.deepEqual([...new Set(names)], ['web.shop.fed.svc.eu-west-1.dns.example.test.']);
    const corrected = input.listed.map((set) => ({ ...set, TTL: 180 }));
    assert.deepEqual(planned({ desired, applied: desired }, corrected).changes, []);
  });

  it('R30: the same values with another TTL that we never wrote are a stranger’s', () => {
    const { input } = caseOf<Listing>('R30-needless-writes');
    const { changes, blocked } = planned({ desired: input.desired.map(ours) }, input.listed);
    assert.deepEqual(changes, []);
    assert.deepEqual(
      blocked.map(({ reason }) => reason),
      ['ForeignRecord'],
    );
  });

  it('R11: addresses of both families give way to a CNAME in one step', () => {
    const { input, expect } = caseOf<Listing, { readonly changes_in_order: readonly string[] }>(
      'R11-addresses-to-cname',
    );
    const { changes } = planned(
      { applied: input.listed.map(ours), desired: input.desired.map(ours) },
      input.listed,
    );
    const [name] = input.desired.map(({ Name }) => Name);
    assert.deepEqual(lines(changes), [
      `DELETE ${name}. A`,
      `DELETE ${name}. AAAA`,
      `CREATE ${name}. CNAME`,
    ]);
    assert.equal(changes.length, expect.changes_in_order.length);
  });

  it('R15: only what is ours goes, never the apex', () => {
    const { input } = caseOf<Listing & { readonly managed_by_product: readonly string[] }>(
      'R15-apex-ns-soa',
    );
    const mine = input.listed.filter(({ Name }) =>
      input.managed_by_product.includes(Name?.slice(0, -1) ?? ''),
    );
    const { changes } = planned({ applied: mine.map(ours) }, input.listed);
    assert.deepEqual(lines(changes), ['DELETE web.shop.fed.svc.dns.example.test. A']);
  });

  it('R22: a stranger’s TXT keeps a CNAME out and is told, nothing else', () => {
    const name = 'web.shop.fed.svc.dns.example.test';
    const { expect } = caseOf<object, { readonly values: readonly string[] }>('R22-txt-values');
    const listed = [
      {
        Name: `${name}.`,
        Type: 'TXT' as const,
        TTL: 60,
        ResourceRecords: expect.values.map((Value) => ({ Value })),
      },
    ];
    const address: RecordSet = { name, type: 'A', ttlSeconds: 60, values: ['192.0.2.1'] };
    assert.deepEqual(lines(planned({ desired: [address] }, listed).changes), [`CREATE ${name}. A`]);
    const cname: RecordSet = { name, type: 'CNAME', ttlSeconds: 60, values: ['up.example.test'] };
    const { changes, blocked } = planned({ desired: [cname] }, listed);
    assert.deepEqual(changes, []);
    assert.match(blocked[0]?.message ?? '', /already has a record of type TXT/);
  });

  it('R34: a set of a traffic policy is left alone and told as one', () => {
    const { input } = caseOf<Listing>('R34-traffic-policy-sets');
    const { changes, blocked } = planned({ desired: input.desired.map(ours) }, input.listed);
    assert.deepEqual(changes, []);
    assert.match(blocked[0]?.message ?? '', /\(traffic policy\)$/);
  });
});

type Clusters = readonly {
  readonly name: string;
  readonly zone: string;
  readonly ingress: readonly (string | IngressAddress)[];
}[];

const setsFor = (clusters: Clusters, lookup: { readonly [host: string]: readonly string[] } = {}) =>
  recordSetsOf(
    planOf({
      service: { name: 'web', namespace: 'shop' },
      clusters: clusters.map(({ name, zone }) => ({ name, zones: [zone], region: 'eu-west-1' })),
      shards: clusters.map(({ name, ingress }) => ({
        cluster: name,
        items: ingress.map((one) => (typeof one === 'string' ? { ip: one } : one)),
      })),
      lookup,
      federation: 'fed',
      dns: { suffix: 'dns.example.test', hostNames: 'alias' },
    }),
  );

const atRegion = (sets: readonly RecordSet[]) =>
  Object.fromEntries(
    sets
      .filter(({ name }) => name === 'web.shop.fed.svc.eu-west-1.dns.example.test')
      .map((set) => [set.type, valuesOf(set)]),
  );

describe('recorded cases of Route 53, on what is wanted', () => {
  it('R14: values are a set', () => {
    type Input = { readonly clusters: Clusters; readonly ipv6_spellings: readonly string[] };
    type Expect = {
      readonly values_at_region: readonly string[];
      readonly ipv6_values: readonly string[];
    };
    const { input, expect } = caseOf<Input, Expect>('R14-duplicate-values');
    const [first] = input.clusters;
    assert.ok(first);
    const six = { name: 'c', zone: 'eu-west-1c', ingress: input.ipv6_spellings };
    assert.deepEqual(atRegion(setsFor([...input.clusters, six])), {
      A: expect.values_at_region,
      AAAA: expect.ipv6_values,
    });
  });

  it('R23: host names and addresses of both families, each in its own type', () => {
    type Input = {
      readonly clusters: Clusters;
      readonly resolver: { readonly [host: string]: string[] };
    };
    type Expect = { readonly region_level: { readonly [type: string]: readonly string[] } };
    const { input, expect } = caseOf<Input, Expect>('R23-hostname-in-address-record');
    const sets = setsFor(input.clusters, input.resolver);
    assert.deepEqual(atRegion(sets), expect.region_level);
    for (const set of sets) assert.notEqual(set.type, 'CNAME');
    assert.deepEqual(
      sets.filter(isAlias).map(({ name }) => name),
      ['web.shop.fed.svc.eu-west-1a.eu-west-1.dns.example.test'],
    );
  });

  it('R25: one set for each name and type, and never a CNAME with two values', () => {
    type Input = {
      readonly clusters: readonly { readonly ingress: readonly { readonly hostname: string }[] }[];
    };
    const { input } = caseOf<Input & { readonly clusters: Clusters }>('R25-cname-single-value');
    const hosts = input.clusters.flatMap(({ ingress }) => ingress.map(({ hostname }) => hostname));
    const lookup = Object.fromEntries(hosts.map((host, index) => [host, [`203.0.113.${index}`]]));
    const sets = setsFor(input.clusters, lookup);
    const places = sets.map(({ name, type }) => `${name} ${type}`);
    assert.equal(new Set(places).size, places.length);
    assert.deepEqual(atRegion(sets), { A: ['203.0.113.0', '203.0.113.1'] });
    for (const set of setsFor(input.clusters)) assert.ok(valuesOf(set).length <= 1);
  });

  it('R29: no CNAME at the apex of a zone that is one name only: told, once, and nothing sent', () => {
    type Input = { readonly zone: string };
    const { input } = caseOf<Input>('R29-cname-at-apex');
    const plan = planOf({
      service: { name: 'web', namespace: 'shop' },
      clusters: [{ name: 'a', zones: ['eu-west-1a'], region: 'eu-west-1' }],
      shards: [{ cluster: 'a', items: null }],
      federation: 'fed',
      dns: { suffix: 'dns.example.test', zoneName: input.zone },
    });
    assert.deepEqual(recordSetsOf(plan), []);
    const reasons = plan.problems.map(({ reason }) => reason).sort();
    assert.deepEqual(reasons, ['NameAtApex', 'NameOutsideZone', 'NameOutsideZone']);
  });
});
