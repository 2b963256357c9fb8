import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import { readVectors } from '../../support/read-vectors.ts';
import { sortedVectors, toVector, type VectorRecord } from '../../support/vector-records.ts';
import { planOf, publishedLedger, type Shards } from './plan-harness.ts';

type Step = {
  readonly op: 'ADD' | 'UPDATE' | 'DELETE';
  readonly annotation: { readonly items: Shards } | null;
  readonly expectRecords: readonly VectorRecord[];
  readonly recommendedRecords?: readonly VectorRecord[];
};
type Given = { readonly lookup: { readonly [name: string]: readonly string[] } };

const clusters = [
  { name: 'c1', zones: ['foozone'], region: 'fooregion' },
  { name: 'c2', zones: ['barzone'], region: 'barregion' },
];

const afterStep = (step: Step, ledger: readonly LedgerEntry[], { lookup }: Given) => {
  const plan = planOf({
    service: { name: 'nginx', namespace: 'test' },
    deleted: step.op === 'DELETE',
    clusters,
    shards: step.annotation?.items ?? [],
    lookup,
    ledger,
    federation: 'ufp',
    dns: { suffix: 'example.com' },
  });
  return publishedLedger(plan, ledger);
};

describe('record content after a sequence of changes: vectors', () => {
  for (const one of readVectors<Given, { steps: readonly Step[] }>('dns-records-final')) {
    it(one.name, () => {
      let ledger: readonly LedgerEntry[] = [];
      for (const step of one.expect.steps) {
        ledger = afterStep(step, ledger, one.given);
        const applied = ledger.flatMap((entry) => entry.applied).map(toVector);
        const expected = step.recommendedRecords ?? step.expectRecords;
        assert.deepEqual(sortedVectors(applied), sortedVectors(expected));
      }
    });
  }
});
