import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyClusters, type ClusterResult } from '../../../lib/controller/apply-clusters.ts';
import { ControllerError } from '../../../lib/core/model/failure.ts';
import type { ClusterChange } from '../../../lib/core/model/plan.ts';
import { desiredClusterService } from '../../../lib/core/propagation/cluster-service.ts';
import type { MemberClusters } from '../../../lib/ports/member-clusters.ts';
import { observedCluster } from '../../support/builders/cluster.ts';
import { aCopy, aService, planSettings } from '../../support/builders/service.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';

type Operation = {
  readonly type: 'add' | 'update' | 'delete';
  readonly cluster: string;
  readonly object?: string;
  readonly fails?: string;
  readonly takesMs?: number;
};

/** Members that take their time, heed the signal and fail as told; `running` are the calls that have not ended. */
const slowMembers = (operations: readonly Operation[], clock: VirtualClock) => {
  const running = new Set<string>();
  let most = 0;
  const call = async (name: string, signal: AbortSignal | undefined): Promise<void> => {
    const { takesMs = 0, fails } = operations.find(({ cluster }) => cluster === name) ?? {};
    running.add(name);
    most = Math.max(most, running.size);
    try {
      await clock.sleep(takesMs, signal);
    } finally {
      running.delete(name);
    }
    if (fails !== undefined) throw new ControllerError('transient', fails);
  };
  const members: MemberClusters = {
    readService: () => Promise.resolve(undefined),
    countReadyEndpoints: () => Promise.resolve(0),
    listServices: () => Promise.resolve({ items: [] }),
    listSlices: () => Promise.resolve({ items: [] }),
    applyService: async ({ name }, _apply, signal) => {
      await call(name, signal);
      return aCopy();
    },
    deleteService: ({ name }, _target, signal) => call(name, signal),
  };
  return { members, running, most: () => most };
};

const manifest = desiredClusterService(aService(), planSettings);

const changeOf = ({ type, cluster }: Operation): ClusterChange =>
  type === 'delete'
    ? { kind: 'delete', cluster, uid: 'uid' }
    : { kind: 'apply', cluster, manifest, createNamespace: true };

const run = async (operations: readonly Operation[], timeoutMs: number, forMs: number) => {
  const clock = createVirtualClock(0);
  const slow = slowMembers(operations, clock);
  const known = operations.filter(({ cluster }) => cluster !== 'gone');
  let results: readonly ClusterResult[] | undefined;
  const work = applyClusters(
    aService().key,
    operations.map(changeOf),
    known.map(({ cluster }) => observedCluster(cluster)),
    { members: slow.members, memberLimitMs: timeoutMs, clock },
  ).then((done) => {
    results = done;
  });
  await clock.advance(forMs);
  // Where nothing sleeps, time alone lets nobody act.
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(results, `not done after ${forMs} ms`);
  await work;
  return { results, running: [...slow.running], most: slow.most() };
};

const failureIn = ({ result }: ClusterResult): string | undefined =>
  result.kind === 'failed' ? result.message : undefined;

type Expect = {
  readonly error?: boolean | string;
  readonly added?: readonly string[];
  readonly updated?: readonly string[];
  readonly returnsWithinMs?: number;
  readonly totalMsLessThan?: number;
  readonly stillRunning?: readonly string[];
  readonly perCluster?: { readonly [cluster: string]: string };
};

describe('writes to many clusters: vectors', () => {
  const cases = readVectors<{ operations?: readonly Operation[]; timeoutMs?: number }, Expect>(
    'federated-updater',
  ).filter(({ name }) => isApplicable('federated-updater', name));
  for (const one of cases) {
    const { operations, timeoutMs = 30_000 } = one.given;
    // What an Event says of each operation is told with the Events.
    if (operations === undefined) continue;
    const expected = wanted(one);
    const forMs = expected.totalMsLessThan ?? expected.returnsWithinMs ?? timeoutMs;
    it(one.name, async () => {
      const { results, running } = await run(operations, timeoutMs, forMs);
      assert.equal(results.length, operations.length);
      const failures = results.flatMap((result) => failureIn(result) ?? []);
      if (expected.error !== undefined) assert.equal(failures.length > 0, expected.error !== false);
      assert.deepEqual(running, expected.stillRunning ?? []);
      for (const [cluster, outcome] of Object.entries(expected.perCluster ?? {})) {
        const result = results.find(({ change }) => change.cluster === cluster);
        assert.equal(result && (failureIn(result) ?? 'ok'), outcome);
      }
      const written = [...(expected.added ?? []), ...(expected.updated ?? [])];
      if (written.length > 0) assert.equal(results.length - failures.length, written.length);
    });
  }
});

describe('writes to many clusters', () => {
  it('W33: each hanging call is given up and ended, and every result comes back', async () => {
    const operations = ['a', 'b', 'c'].map(
      (cluster) => ({ type: 'add', cluster, takesMs: cluster === 'b' ? 60_000 : 10 }) as const,
    );
    const { results, running } = await run(operations, 1_000, 1_000);
    assert.deepEqual(
      results.map(({ change, result }) => `${change.cluster} ${result.kind}`),
      ['a applied', 'b failed', 'c applied'],
    );
    assert.match(failureIn(results[1] ?? assert.fail()) ?? '', /no answer in 1000 ms/);
    assert.deepEqual(running, []);
  });

  it('F35: a big fleet is written to fifty at a time', async () => {
    const operations = Array.from(
      { length: 120 },
      (_, index) => ({ type: 'add', cluster: `c${index}`, takesMs: 1_500 }) as const,
    );
    const { results, most } = await run(operations, 10_000, 5_000);
    assert.ok(results.every(({ result }) => result.kind === 'applied'));
    assert.equal(most, 50);
  });
});
