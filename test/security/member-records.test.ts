import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalAddress } from '../../lib/core/dns/ip-address.ts';
import type { Cluster } from '../../lib/core/model/cluster.ts';
import type { ObservedCluster } from '../../lib/core/model/observed.ts';
import { type RecordSet, valuesOf } from '../../lib/core/model/record-set.ts';
import type { IngressAddress, ServiceObject } from '../../lib/core/model/service-object.ts';
import { serviceWork } from '../../lib/core/model/work-key.ts';
import { planService } from '../../lib/core/plan-service.ts';
import { aCluster, observedCluster } from '../support/builders/cluster.ts';
import { aCopy, aService, planSettings } from '../support/builders/service.ts';

const service = aService();
const own = `.shop.demo.svc.seamark.example`;

const resolved = {
  'lb.west.test': { addresses: ['198.51.100.9'], ttlSeconds: 60 },
  'lb.evil.test': { addresses: ['203.0.113.66', '2001:db8::66'], ttlSeconds: 60 },
};

const plan = (clusters: readonly ObservedCluster[]) =>
  planService(
    {
      key: service.key,
      now: Date.UTC(2026, 0, 5, 12),
      service,
      clusters,
      ledger: [],
      resolved,
      row: {
        key: serviceWork(service.key),
        generation: 1,
        done: 0,
        fence: 1,
        attempts: 0,
        applied: {},
      },
    },
    planSettings,
  );

const recordsOf = (clusters: readonly ObservedCluster[]): readonly RecordSet[] =>
  plan(clusters).zones.flatMap(({ recordSets }) => recordSets);

const honest = (name: string, place: Partial<Cluster>, ...ingress: readonly IngressAddress[]) =>
  observedCluster(name, { service: aCopy({ ingress }), readyEndpoints: 1 }, place);

const east = honest('east', { region: 'r1', zones: ['z1'] }, { ip: '192.0.2.1' });
const west = honest('west', { region: 'r2', zones: ['z1', 'z2'] }, { hostname: 'lb.west.test' });

/** Words that a member may choose freely, chosen to hurt. */
const word = fc.oneof(
  fc.constantFrom(
    'constructor',
    '__proto__',
    'tostring',
    'r1',
    'r2',
    'z1',
    'z1.r1',
    'z1.r1.seamark.example',
    '',
    '*',
    '..',
    'a b',
    "x name='web.shop.demo.svc.r1.seamark.example'",
    'web.shop.demo.svc.r1.seamark.example',
    'web.shop.demo.svc.seamark.example',
    'lb.west.test',
    'lb.evil.test',
    'lb.elb.us-west-2.amazonaws.com',
    'xn--bcher-kva.example',
    'bücher.example',
    'UPPER.Example.',
    '_under.score',
    `${'a'.repeat(64)}.example`,
    'a.'.repeat(126),
    `${'a.'.repeat(127)}a`,
    'two\nlines',
    '\u001b[31m',
    '1e309',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const ip = fc.oneof(
  fc.constantFrom('203.0.113.66', '2001:db8::66', '192.0.2.1', '0.0.0.0', '::', '192.0.2.1/0'),
  word,
);

const ingress = fc.array(fc.record({ ip, hostname: word }, { requiredKeys: [] }), {
  maxLength: 5,
});

const texts = fc.dictionary(word, word, { maxKeys: 4 });

const object: fc.Arbitrary<ServiceObject> = fc
  .record({
    ingress,
    labels: texts,
    annotations: texts,
    finalizers: fc.array(word, { maxLength: 3 }),
    namesake: fc.boolean(),
    resourceVersion: word,
    uid: fc.oneof(fc.constant('uid-web'), word),
    deletionTimestamp: fc.option(word),
    type: fc.constantFrom('LoadBalancer', 'NodePort', 'ExternalName', 7),
  })
  .map(({ namesake, deletionTimestamp, type, ...answer }) =>
    aCopy({
      ...answer,
      labels: { ...answer.labels, ...(namesake ? {} : aCopy().labels) },
      spec: { ...aCopy().spec, type },
      ...(deletionTimestamp === null ? {} : { deletionTimestamp }),
    }),
  );

/** A member that answers whatever it likes, and whose nodes say that it stands wherever it likes. */
const hostile: fc.Arbitrary<ObservedCluster> = fc
  .record({
    object,
    readyEndpoints: fc.nat({ max: 3 }),
    region: fc.option(word),
    zones: fc.array(word, { maxLength: 4 }),
  })
  .map(({ object: answer, readyEndpoints, region, zones }) => {
    const { region: _region, ...unplaced } = aCluster('mallory', { zones });
    const cluster = region === null || region === '' ? unplaced : { ...unplaced, region };
    return { cluster, view: { kind: 'read', service: answer, readyEndpoints } };
  });

const at = (sets: readonly RecordSet[], name: string): readonly RecordSet[] =>
  sets.filter((set) => set.name === name);

/** What a set leads to, whether by addresses or by a host name. */
const leadsTo = (sets: readonly RecordSet[], name: string): ReadonlySet<string> =>
  new Set(at(sets, name).flatMap((set) => ('alias' in set ? [set.alias.dnsName] : valuesOf(set))));

const isHere = (cluster: Cluster, name: string): boolean => {
  const region = cluster.region?.toLowerCase();
  const places = cluster.zones.map((zone) => `.${zone.toLowerCase()}.${region}`);
  return ['', `.${region}`, ...places].some(
    (place) => name === `web.shop.demo.svc${place}.seamark.example`,
  );
};

describe('whatever a member answers', () => {
  const before = recordsOf([east, west]);

  it('the names where it does not stand are as they were without it', () => {
    let told = 0;
    fc.assert(
      fc.property(hostile, (mallory) => {
        const after = recordsOf([east, mallory, west]);
        for (const { name } of before.filter((set) => !isHere(mallory.cluster, set.name))) {
          assert.deepEqual(at(after, name), at(before, name), name);
          told += 1;
        }
      }),
      { numRuns: 1_000 },
    );
    assert.ok(told > 1_000);
  });

  it("the names where it stands still lead to everybody else's addresses", () => {
    fc.assert(
      fc.property(hostile, (mallory) => {
        const after = recordsOf([east, mallory, west]);
        for (const [name, theirs] of [
          ['web.shop.demo.svc.r1.seamark.example', '192.0.2.1'],
          ['web.shop.demo.svc.z1.r1.seamark.example', '192.0.2.1'],
          ['web.shop.demo.svc.seamark.example', '192.0.2.1'],
        ] as const) {
          assert.ok(leadsTo(after, name).has(theirs), name);
        }
        for (const name of ['r2', 'z1.r2', 'z2.r2', '']) {
          const full = `web.shop.demo.svc${name === '' ? '' : `.${name}`}.seamark.example`;
          const ends = leadsTo(after, full);
          assert.ok(ends.has('lb.west.test') || ends.has('198.51.100.9'), full);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('nothing but its own addresses comes in addition, and at names of this Service alone', () => {
    const known = new Set(['192.0.2.1', '198.51.100.9', 'lb.west.test']);
    fc.assert(
      fc.property(hostile, (mallory) => {
        const mine = addressesOf(mallory);
        const sets = recordsOf([east, mallory, west]);
        for (const set of sets) {
          assert.match(set.name, /^web\.shop\.demo\.svc\.([a-z0-9_-]+\.){0,2}seamark\.example$/);
          for (const end of leadsTo([set], set.name)) {
            const up = set.type === 'CNAME' && set.name.endsWith(`.${end.split('.svc.')[1]}`);
            assert.ok(known.has(end) || mine.has(end) || up, `${set.name} leads to ${end}`);
          }
        }
        const places = sets.map(({ name, type }) => `${name} ${type}`);
        assert.equal(new Set(places).size, places.length, 'a set stands there twice');
      }),
      { numRuns: 1_000 },
    );
  });

  it('others are not written to because of it', () => {
    const changes = (clusters: readonly ObservedCluster[]) =>
      plan(clusters).clusterChanges.filter(({ cluster }) => cluster !== 'mallory');
    fc.assert(
      fc.property(hostile, (mallory) =>
        assert.deepEqual(changes([east, mallory, west]), changes([east, west])),
      ),
      { numRuns: 300 },
    );
  });
});

const addressesOf = ({ view }: ObservedCluster): ReadonlySet<string> => {
  const told = view.kind === 'read' ? (view.service?.ingress ?? []) : [];
  return new Set(
    told.flatMap((address) => {
      const name = (address.hostname ?? '').toLowerCase().replace(/\.$/, '');
      const known = new Map(Object.entries(resolved)).get(name)?.addresses ?? [];
      const number = canonicalAddress(address.ip ?? '');
      return [name, ...known, ...(number === undefined ? [] : [number.value])];
    }),
  );
};

describe('a member that tells', () => {
  const mallory = (place: Partial<Cluster>, ...told: readonly IngressAddress[]) =>
    honest('mallory', place, ...told);
  const global = `web${own}`;

  it('a host name that every object has a property of, takes part like any other', () => {
    const after = recordsOf([east, mallory({}, { hostname: 'constructor' })]);
    assert.deepEqual([...leadsTo(after, global)], ['192.0.2.1']);
  });

  it("a region that spells another cluster's zone, has no name there", () => {
    const place = { region: 'z1.r1', zones: [] };
    const clusters = [east, mallory(place, { ip: '203.0.113.66' })];
    const name = 'web.shop.demo.svc.z1.r1.seamark.example';
    assert.deepEqual([...leadsTo(recordsOf(clusters), name)], ['192.0.2.1']);
    assert.deepEqual(
      plan(clusters).problems.map(({ reason, message }) => [reason, message]),
      [['InvalidName', `${name} is no name for the region "z1.r1", which is not one label`]],
    );
  });

  it('what no record can hold, is passed over', () => {
    for (const hostname of ["x name='y'", 'a b', 'two\nlines', `${'a'.repeat(64)}.test`, '*.test'])
      assert.deepEqual(recordsOf([mallory({ region: 'r', zones: [] }, { hostname })]), [
        {
          name: 'web.shop.demo.svc.r.seamark.example',
          type: 'CNAME',
          ttlSeconds: 60,
          values: [global],
        },
      ]);
  });

  it("an address that is another's, publishes it: nothing proves whose an address is", () => {
    const after = recordsOf([mallory({ region: 'r', zones: [] }, { ip: '192.0.2.1' })]);
    assert.deepEqual([...leadsTo(after, global)], ['192.0.2.1']);
  });

  it('more addresses than a name has room for, leaves the others theirs', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({ ip: `10.0.${at >> 8}.${at & 255}` }));
    const after = recordsOf([east, mallory({}, ...many), west]);
    const ends = leadsTo(after, global);
    assert.equal(ends.size, 400);
    assert.ok(ends.has('192.0.2.1') && ends.has('198.51.100.9'));
  });
});
