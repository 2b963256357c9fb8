import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddresses } from '../../../lib/core/dns/addresses.ts';
import { levelRecordSets } from '../../../lib/core/dns/level-record-sets.ts';
import { ttlAnnotation } from '../../../lib/core/model/names.ts';
import type { IngressAddress } from '../../../lib/core/model/service-object.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';
import { sortedVectors, toVector, type VectorRecord } from '../../support/vector-records.ts';
import { planOf, recordSetsOf, type Shards, vectorSettings } from './plan-harness.ts';

type Expect = { readonly records: readonly VectorRecord[] };
type Lookup = { readonly [hostname: string]: readonly string[] };

describe('records as the seed made them: vectors', () => {
  type Given = {
    readonly service: {
      readonly name: string;
      readonly namespace: string;
      readonly deleted: boolean;
    };
    readonly annotation: { readonly items: Shards } | null;
    readonly ensureForClusters: readonly string[];
    readonly lookup?: Lookup;
  };
  const places = [
    { name: 'c1', zones: ['foozone'], region: 'fooregion' },
    { name: 'c2', zones: ['barzone'], region: 'barregion' },
  ];
  for (const one of readVectors<Given, Expect>('dns-records-seed')) {
    it(one.name, () => {
      const { service, annotation, ensureForClusters, lookup } = one.given;
      // The seed looked at the names of these clusters: here those that take part.
      const shards = ensureForClusters.map((cluster) => ({
        cluster,
        items: annotation?.items.find((entry) => entry.cluster === cluster)?.items ?? null,
      }));
      const plan = planOf({
        service: { name: service.name, namespace: service.namespace },
        deleted: service.deleted,
        clusters: places.filter(({ name }) => ensureForClusters.includes(name)),
        shards,
        ...(lookup === undefined ? {} : { lookup }),
        federation: 'myfederation',
        dns: { suffix: 'federation.example.com', zoneName: 'example.com' },
      });
      assert.deepEqual(
        sortedVectors(recordSetsOf(plan).map(toVector)),
        sortedVectors(wanted(one).records),
      );
    });
  }
});

const topic = 'dns-plan-kubefed';

type KubefedCluster = {
  readonly cluster: string;
  readonly region: string | null;
  readonly zones: readonly string[];
  readonly ingress?: readonly IngressAddress[];
};

const inputOf = (clusters: readonly KubefedCluster[]) => ({
  clusters: clusters.map(({ cluster, region, zones }) => ({
    name: cluster,
    region: region ?? '',
    zones,
  })),
  shards: clusters.map(({ cluster, ingress }) => ({ cluster, items: ingress ?? [] })),
});

describe('records of a stateless plan: vectors', () => {
  type Given = {
    readonly record: {
      readonly name: string;
      readonly namespace: string;
      readonly domainRef: string;
      readonly domain: string;
      readonly recordTTL?: number;
    };
    readonly clusters: readonly KubefedCluster[];
    readonly lookup?: Lookup;
  };
  for (const one of readVectors<Given, Expect>(topic, 'plan')) {
    if (!isApplicable(topic, one.name)) continue;
    it(one.name, () => {
      const { record, clusters, lookup } = one.given;
      const plan = planOf({
        service: { name: record.name, namespace: record.namespace },
        annotations:
          record.recordTTL === undefined ? {} : { [ttlAnnotation]: String(record.recordTTL) },
        ...inputOf(clusters),
        ...(lookup === undefined ? {} : { lookup }),
        federation: record.domainRef,
        dns: { suffix: record.domain },
      });
      assert.deepEqual(
        sortedVectors(recordSetsOf(plan).map(toVector)),
        sortedVectors(wanted(one).records),
      );
    });
  }
});

describe('several clusters at one name: vectors', () => {
  const dns = vectorSettings({ federation: 'demo', dns: { suffix: 'example.com' } }).dns;
  for (const one of readVectors<Expect, Expect>(topic, 'merge')) {
    it(one.name, () => {
      const names = [...new Set(one.given.records.map(({ name }) => name))];
      const found = names.flatMap((name) => {
        const here = one.given.records.filter((record) => record.name === name);
        const up = here.find(({ type }) => type === 'CNAME')?.rrdatas[0];
        const contributions = here.map(({ type, rrdatas }) =>
          readAddresses(type === 'A' ? rrdatas.map((ip) => ({ ip })) : [], new Map()),
        );
        const level = { name, ...(up ? { up } : {}), contributions, previous: [] };
        return levelRecordSets(level, dns).recordSets.map(toVector);
      });
      assert.deepEqual(
        found.map(({ ttl: _ttl, ...record }) => record),
        wanted(one).records,
      );
    });
  }
});

describe('clusters that lack something: vectors', () => {
  type Given = { readonly readyClusters: readonly KubefedCluster[] };
  type Wanted = { readonly planFor: readonly string[]; readonly warningFor: readonly string[] };
  for (const one of readVectors<Given, Wanted>(topic, 'plan-input')) {
    if (!isApplicable(topic, one.name)) continue;
    it(`W5: ${one.name}`, () => {
      const clusters = one.given.readyClusters.map((cluster) => ({
        ...cluster,
        ingress: [{ ip: '192.0.2.1' }],
      }));
      const service = { namespace: 'test', name: 'nginx' };
      const settings = { federation: 'ufp', dns: { suffix: 'example.com' } };
      const plan = planOf({ service, ...inputOf(clusters), ...settings });
      const { planFor, warningFor } = wanted(one);
      const located = clusters.filter(({ cluster }) => planFor.includes(cluster));
      assert.deepEqual(
        recordSetsOf(plan)
          .map(({ name }) => name.replace('nginx.test.ufp.svc.', '').replace('example.com', ''))
          .filter((middle) => middle !== '')
          .sort(),
        located
          .flatMap(({ region, zones }) => [
            `${region}.`,
            ...zones.map((zone) => `${zone}.${region}.`),
          ])
          .sort(),
      );
      assert.deepEqual(
        plan.problems.map(({ cluster }) => cluster),
        warningFor,
      );
    });
  }
});
