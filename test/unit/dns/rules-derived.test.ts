import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalName } from '../../../lib/adapters/route53/names.ts';
import { readAddresses } from '../../../lib/core/dns/addresses.ts';
import { levelRecordSets } from '../../../lib/core/dns/level-record-sets.ts';
import { namesOfEntry, planPublication } from '../../../lib/core/dns/publication.ts';
import { matchingZones } from '../../../lib/core/dns/select-zone.ts';
import { valuesOf } from '../../../lib/core/model/record-set.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';
import {
  sortedVectors,
  toValueSet,
  toVector,
  type VectorRecord,
} from '../../support/vector-records.ts';
import {
  planOf,
  recordSetsOf,
  type Shards,
  type VectorCluster,
  vectorSettings,
} from './plan-harness.ts';

const topic = 'dns-rules-derived';
const zone = { federation: 'ufp', dns: { suffix: 'example.com' } };

const casesOf = <Given, Expect>(kind: string) =>
  readVectors<Given, Expect>(topic, kind).filter(({ name }) => isApplicable(topic, name));

describe('which addresses count at which level: vectors', () => {
  type Given = {
    readonly clusters: readonly VectorCluster[];
    readonly annotation: { readonly items: Shards };
    readonly cluster: string;
    readonly deleted: boolean;
  };
  type Expect = { readonly [level in 'zone' | 'region' | 'global']: readonly string[] };
  for (const one of casesOf<Given, Expect>('levels')) {
    it(one.name, () => {
      const { clusters, annotation, cluster, deleted } = one.given;
      const service = { namespace: 'test', name: 'nginx' };
      const annotations = {
        'federation.kubernetes.io/service-ingresses': JSON.stringify(annotation),
      };
      const shards = annotation.items;
      const sets = recordSetsOf(
        planOf({ ...zone, service, clusters, shards, deleted, annotations }),
      );
      const place = clusters.find(({ name }) => name === cluster);
      const at = (middle: string) =>
        sets
          .filter(({ name }) => name === `nginx.test.ufp.svc.${middle}example.com`)
          .flatMap(valuesOf);
      const levels = {
        zone: at(`${place?.zones?.[0]}.${place?.region}.`),
        region: at(`${place?.region}.`),
        global: at(''),
      };
      const { zone: atZone, region, global } = wanted(one);
      const sorted = [atZone, region, global].map((list) => [...list].sort());
      assert.deepEqual([levels.zone, levels.region, levels.global], sorted);
    });
  }
});

describe('what becomes of one name: vectors', () => {
  type Given = {
    readonly name: string;
    readonly addresses: readonly string[];
    readonly uplevelCname: string;
    readonly existing: readonly VectorRecord[];
    readonly lookup?: { readonly [hostname: string]: readonly string[] };
  };
  type Expect = {
    readonly records: readonly VectorRecord[];
    readonly changeSets?: readonly {
      readonly add: readonly VectorRecord[];
      readonly remove: readonly VectorRecord[];
    }[];
  };
  const desiredFor = (given: Given) => {
    const looked = Object.entries(given.lookup ?? {}).map(
      ([name, found]) => [name, { addresses: found, ttlSeconds: 60 }] as const,
    );
    const addresses = given.addresses.map((text) =>
      given.lookup?.[text] ? { hostname: text } : { ip: text },
    );
    const level = {
      name: given.name,
      ...(given.uplevelCname === '' ? {} : { up: given.uplevelCname }),
      contributions: [readAddresses(addresses, new Map(looked))],
      previous: [],
    };
    return levelRecordSets(level, vectorSettings(zone).dns).recordSets;
  };
  const ours = ['A', 'AAAA', 'CNAME'];
  for (const one of casesOf<Given, Expect>('rrset')) {
    it(one.name, () => {
      const { name, existing } = one.given;
      const entry = {
        zoneId: 'Z1',
        key: { namespace: 'test', name: 'nginx' },
        desired: desiredFor(one.given),
        desiredVersion: 2,
        applied: existing.filter(({ type }) => ours.includes(type)).map(toValueSet),
        appliedVersion: 1,
        past: [],
        blocked: [],
        attempts: 0,
      };
      const stored = new Map([[name, existing.map(toValueSet)]]);
      const { names, blocked } = planPublication(entry, [...namesOfEntry(entry), name], stored);
      const changes = [...new Map(names.map((change) => [change.name, change])).values()].flatMap(
        (change) => change.changes,
      );
      const did = (action: string) =>
        changes
          .filter((change) => change.action === action)
          .map(({ recordSet }) => toVector(recordSet));
      const [add, remove] = [did('CREATE'), did('DELETE')];
      const kept = existing.filter(
        (record) =>
          !remove.some(({ name: gone, type }) => gone === record.name && type === record.type),
      );
      const { records, changeSets } = wanted(one);
      assert.deepEqual(blocked, []);
      assert.deepEqual(sortedVectors([...kept, ...add]), sortedVectors(records));
      if (changeSets === undefined) return;
      assert.deepEqual(
        changes.length === 0 ? [] : [{ add: sortedVectors(add), remove: sortedVectors(remove) }],
        changeSets.map((set) => ({
          add: sortedVectors(set.add),
          remove: sortedVectors(set.remove),
        })),
      );
    });
  }
});

describe('which hosted zones a name or an id may mean: vectors', () => {
  type Given = {
    readonly zones: readonly { readonly id: string; readonly name: string }[];
    readonly zoneName: string;
    readonly zoneId: string;
  };
  for (const one of casesOf<Given, { matches: readonly string[] }>('zone-selection')) {
    it(one.name, () => {
      const { zones, zoneName, zoneId } = one.given;
      const known = zones.map(({ id, name }) => ({
        id,
        name: canonicalName(name),
        isPrivate: false,
      }));
      const wish = {
        ...(zoneId === '' ? {} : { id: zoneId }),
        ...(zoneName === '' ? {} : { name: canonicalName(zoneName) }),
        suffix: canonicalName(zoneName),
      };
      const found = matchingZones(known, wish).map(({ id }) => id);
      assert.deepEqual(found, wanted(one).matches);
    });
  }
});
