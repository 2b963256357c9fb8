import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { createDynamoWorkRows } from '../../lib/adapters/dynamodb/work-rows.ts';
import { serviceWork, type WorkKey } from '../../lib/core/model/work-key.ts';
import type { Lease } from '../../lib/core/model/work-row.ts';
import type { WorkRows } from '../../lib/ports/work-rows.ts';
import { type OpenTable, openTable } from '../contract/aws/dynamodb-table.ts';
import { createFakeWorkRows } from '../support/fakes/aws/fake-work-rows.ts';
import { openGate } from '../support/gate.ts';

/** One step of whoever works with the rows; times pass by `after`. */
type Step = { readonly after: number } & (
  | { readonly kind: 'request'; readonly delayMs: number; readonly onlyKnown: boolean }
  | { readonly kind: 'acquire'; readonly holder: string }
  | { readonly kind: 'commit'; readonly lease: number; readonly retryMs: number | undefined }
);

const spans = fc.constantFrom(0, 1, 999, 1000, 60_000, 60_001, 300_000, 300_001);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('request' as const),
      after: spans,
      delayMs: spans,
      onlyKnown: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('acquire' as const),
      after: spans,
      holder: fc.constantFrom('a', 'b'),
    }),
    fc.record({
      kind: fc.constant('commit' as const),
      after: spans,
      lease: fc.nat({ max: 3 }),
      retryMs: fc.option(spans, { nil: undefined }),
    }),
  ),
  { minLength: 1, maxLength: 25 },
);

type Stage = {
  readonly rows: WorkRows;
  readonly key: WorkKey;
  /** Newest first. */
  readonly leases: Lease[];
};

const perform = async (stage: Stage, step: Step, now: number): Promise<unknown> => {
  const { rows, key, leases } = stage;
  switch (step.kind) {
    case 'request':
      return rows.request(key, { now, delayMs: step.delayMs, onlyKnown: step.onlyKnown });
    case 'acquire': {
      const result = await rows.acquire(key, { now, holder: step.holder, leaseMs: 60_000 });
      if (result.kind === 'acquired') leases.unshift(result.lease);
      return result;
    }
    case 'commit': {
      const lease = leases[step.lease];
      const dueAt = step.retryMs === undefined ? {} : { dueAt: now + step.retryMs };
      const settlement = { attempts: 1, lastOutcome: 'done', applied: {}, ...dueAt };
      return lease && rows.commit(lease, settlement, now);
    }
  }
};

/** Everything that the steps answer, and the row after each. */
const play = async (rows: WorkRows, key: WorkKey, story: readonly Step[]): Promise<unknown> => {
  const stage: Stage = { rows, key, leases: [] };
  const seen: unknown[] = [];
  let now = 1_800_000_000_000;
  for (const step of story) {
    now += step.after;
    seen.push(await perform(stage, step, now), await rows.read(key));
  }
  return seen;
};

describe('work rows', () => {
  let opened: OpenTable;
  let stories = 0;
  before(async () => {
    opened = await openTable();
  });
  after(() => opened.close());

  it('answer in DynamoDB as in memory, whatever comes in whatever order', async () => {
    const property = fc.asyncProperty(steps, async (story) => {
      stories += 1;
      const key = serviceWork({ namespace: 'shop', name: `story-${stories}` });
      const inMemory = await play(createFakeWorkRows({ gate: openGate }), key, story);
      const stored = await play(createDynamoWorkRows(opened.table), key, story);
      assert.deepEqual(stored, inMemory);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});
