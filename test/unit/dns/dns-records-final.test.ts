import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ledgerChanges } from '../../../lib/core/dns/ledger-changes.ts';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import type { ObservedCluster } from '../../../lib/core/model/observed.ts';
import { isAlias } from '../../../lib/core/model/record-set.ts';
import type { IngressAddress } from '../../../lib/core/model/service-object.ts';
import type { PlanSettings } from '../../../lib/core/model/settings.ts';
import { planService } from '../../../lib/core/plan-service.ts';
import type { ClusterIngress } from '../../../lib/core/status/ingress-annotation.ts';
import { observedCluster } from '../../support/builders/cluster.ts';
import { aCopy, aService } from '../../support/builders/service.ts';
import { readVectors } from '../../support/read-vectors.ts';

type Vector = {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly rrdatas: readonly string[];
};
type Step = {
  readonly op: 'ADD' | 'UPDATE' | 'DELETE';
  readonly annotation: { readonly items: readonly ClusterIngress[] } | null;
  readonly expectRecords: readonly Vector[];
  readonly recommendedRecords?: readonly Vector[];
};
type Given = { readonly lookup: { readonly [name: string]: readonly string[] } };

const key = { namespace: 'test', name: 'nginx' };
const settings: PlanSettings = {
  federation: 'ufp',
  selector: [],
  dns: { zoneId: 'Z1', suffix: 'example.com', ttlSeconds: 180, hostNames: 'resolve' },
  namesakes: 'refuse',
  createNamespaces: true,
};
const places = [
  { name: 'c1', zones: ['foozone'], region: 'fooregion' },
  { name: 'c2', zones: ['barzone'], region: 'barregion' },
];

// An entry of the annotation without addresses is a load balancer with nothing ready behind it.
const clusterOf = (
  place: (typeof places)[number],
  annotation: Step['annotation'],
): ObservedCluster => {
  const entry = annotation?.items.find(({ cluster }) => cluster === place.name);
  if (entry === undefined) return observedCluster(place.name, {}, place);
  const ingress: readonly IngressAddress[] = entry.items ?? [{ ip: '198.51.100.254' }];
  const service = aCopy({ key, ingress, labels: { 'federation.seamark.dev/federation': 'ufp' } });
  return observedCluster(place.name, { service, readyEndpoints: entry.items ? 1 : 0 }, place);
};

const afterStep = (step: Step, ledger: readonly LedgerEntry[], given: Given) => {
  const deleted = step.op === 'DELETE' ? { deletionTimestamp: '2026-01-05T10:00:00Z' } : {};
  const plan = planService(
    {
      key,
      now: 0,
      service: aService({ key, ...deleted }),
      clusters: places.map((place) => clusterOf(place, step.annotation)),
      ledger,
      resolved: Object.fromEntries(
        Object.entries(given.lookup).map(([name, addresses]) => [
          name,
          { addresses, ttlSeconds: 60 },
        ]),
      ),
      row: {
        key: { kind: 'service', service: key },
        generation: 1,
        done: 0,
        fence: 1,
        attempts: 0,
        applied: {},
      },
    },
    settings,
  );
  const changes = ledgerChanges(key, plan.zones, ledger, 0);
  const before = ledger[0] ?? { applied: [], appliedVersion: 0, blocked: [], attempts: 0 };
  const written = changes.flatMap((change) =>
    change.kind === 'write' ? [{ ...before, ...change.entry }] : [],
  );
  return written.length > 0 ? written.map(published) : ledger;
};

const published = (entry: LedgerEntry): LedgerEntry => ({
  ...entry,
  applied: entry.desired,
  appliedVersion: entry.desiredVersion,
});

const asVectors = (ledger: readonly LedgerEntry[]): readonly Vector[] =>
  ledger.flatMap(({ applied }) =>
    applied.flatMap((set) =>
      isAlias(set)
        ? []
        : [{ name: set.name, type: set.type, ttl: set.ttlSeconds, rrdatas: set.values }],
    ),
  );

const sorted = (records: readonly Vector[]): readonly Vector[] =>
  records
    .map((record) => ({ ...record, rrdatas: [...record.rrdatas].sort() }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));

describe('record content after a sequence of changes: vectors', () => {
  for (const one of readVectors<Given, { steps: readonly Step[] }>('dns-records-final')) {
    it(one.name, () => {
      let ledger: readonly LedgerEntry[] = [];
      for (const step of one.expect.steps) {
        ledger = afterStep(step, ledger, one.given);
        const expected = step.recommendedRecords ?? step.expectRecords;
        assert.deepEqual(sorted(asVectors(ledger)), sorted(expected));
      }
    });
  }
});
