import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteFinalizer } from '../../../lib/core/model/names.ts';
import type { Observed, ObservedCluster } from '../../../lib/core/model/observed.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import { serviceWork } from '../../../lib/core/model/work-key.ts';
import { isConcerned, planService } from '../../../lib/core/plan-service.ts';
import { tearDown } from '../../../lib/core/propagation/tear-down.ts';
import { aCluster, observedCluster } from '../../support/builders/cluster.ts';
import { aLedgerEntry, anAddressSet } from '../../support/builders/ledger-entry.ts';
import { aCopy, aService, planSettings } from '../../support/builders/service.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';

const deletionTimestamp = '2026-01-05T10:00:00Z';
const now = Date.parse(deletionTimestamp) + 5_000;

const holding = (name: string, given: Partial<ServiceObject> = {}) =>
  observedCluster(name, { service: aCopy({ uid: `uid-${name}`, ...given }) });
const silent = (name: string): ObservedCluster => ({
  cluster: aCluster(name),
  view: { kind: 'not-ready' },
});
const unread = (name: string): ObservedCluster => ({
  cluster: aCluster(name),
  view: { kind: 'unread', failure: 'transient', message: 'no answer' },
});

const step = (clusters: readonly ObservedCluster[], given: Partial<ServiceObject> = {}) =>
  tearDown(aService({ deletionTimestamp, ...given }), { clusters, ledger: [], now }, planSettings);

const release = (names: string) => ({
  annotations: { 'federation.seamark.dev/release-clusters': names },
});

describe('tear-down of copies', () => {
  const table: readonly [
    string,
    readonly ObservedCluster[],
    Partial<ServiceObject>,
    { stage: string; deletes?: string; waits?: string },
  ][] = [
    ['nothing is left', [observedCluster('a')], {}, { stage: 'releasing' }],
    [
      'every copy of ours goes',
      [holding('a'), holding('b')],
      {},
      { stage: 'removing-copies', deletes: 'a b' },
    ],
    ['W28: a namesake stays', [holding('a', { labels: {} })], {}, { stage: 'releasing' }],
    [
      'a copy that is held there is waited for',
      [holding('a', { deletionTimestamp, finalizers: ['cloud/cleanup'] })],
      {},
      { stage: 'removing-copies', waits: 'a is deleting its copy (finalizers: cloud/cleanup)' },
    ],
    [
      'W47, W48: a cluster that can’t be asked blocks, while the others go on',
      [holding('a'), silent('b'), unread('c')],
      {},
      {
        stage: 'removing-copies',
        deletes: 'a',
        waits:
          'b is not ready and may still hold a copy (annotation federation.seamark.dev/release-clusters gives it up); ' +
          'c cannot be asked for its copy (annotation federation.seamark.dev/release-clusters gives it up): no answer',
      },
    ],
    [
      'W47: those that are released are not waited for',
      [observedCluster('a'), silent('b'), unread('c')],
      release('b, c'),
      { stage: 'releasing' },
    ],
    [
      'W47: the others still are',
      [silent('b'), silent('c')],
      release('b'),
      {
        stage: 'removing-copies',
        waits:
          'c is not ready and may still hold a copy (annotation federation.seamark.dev/release-clusters gives it up)',
      },
    ],
    [
      'W47: a released cluster that answers loses its copy all the same',
      [holding('a'), silent('b')],
      release('a,b'),
      { stage: 'releasing', deletes: 'a' },
    ],
    [
      'W47: a released copy that never goes holds nothing up',
      [holding('a', { deletionTimestamp, finalizers: ['cloud/cleanup'] })],
      release('a'),
      { stage: 'releasing' },
    ],
    [
      'orphan by finalizer keeps the copies, and asks no cluster',
      [holding('a'), silent('b')],
      { finalizers: [deleteFinalizer, 'orphan'] },
      { stage: 'releasing' },
    ],
    [
      'orphan by annotation does too',
      [holding('a'), silent('b')],
      { annotations: { 'federation.seamark.dev/deletion-policy': 'Orphan' } },
      { stage: 'releasing' },
    ],
    [
      'W47: a list with gaps and spaces releases those that it names',
      [silent('b'), silent('c')],
      release(' b ,, c'),
      { stage: 'releasing' },
    ],
    [
      'W47: an empty list releases none',
      [silent('b')],
      release(''),
      {
        stage: 'removing-copies',
        waits:
          'b is not ready and may still hold a copy (annotation federation.seamark.dev/release-clusters gives it up)',
      },
    ],
    [
      'several finalizers that hold a copy are named',
      [holding('a', { deletionTimestamp, finalizers: ['cloud/cleanup', 'their/own'] })],
      {},
      {
        stage: 'removing-copies',
        waits: 'a is deleting its copy (finalizers: cloud/cleanup, their/own)',
      },
    ],
    [
      'W49: the host’s garbage collector has a minute',
      [observedCluster('a')],
      { finalizers: [deleteFinalizer, 'foregroundDeletion'] },
      {
        stage: 'removing-copies',
        waits:
          'the garbage collector of the host has a minute to end the deletion in the foreground',
      },
    ],
  ];
  for (const [name, clusters, given, expected] of table) {
    it(name, () => {
      const { stage, changes, problems } = step(clusters, given);
      const deletes = changes.map(({ kind, cluster }) => (kind === 'delete' ? cluster : kind));
      const waits = problems.map(({ message }) => message);
      assert.deepEqual(
        { stage, deletes: deletes.join(' '), waits: waits.join('; ') },
        { deletes: '', waits: '', ...expected },
      );
    });
  }

  it('W3: nothing of a member is touched before the records are gone', () => {
    const applied = [anAddressSet('a', '192.0.2.1')];
    const entry = aLedgerEntry({ desiredVersion: 2, applied });
    const seen = { clusters: [holding('a')], ledger: [entry], now };
    const { stage, changes } = tearDown(aService({ deletionTimestamp }), seen, planSettings);
    assert.deepEqual([stage, changes], ['withdrawing', []]);
  });

  it('it is looked at often while something moves, seldom while only lost clusters are in the way', () => {
    assert.equal(step([holding('a'), silent('b')]).lookAgainAfterMs, 10_000);
    assert.equal(step([silent('b')]).lookAgainAfterMs, 60_000);
    const going = holding('a', { deletionTimestamp, finalizers: ['cloud/cleanup'] });
    assert.equal(step([going, silent('b')]).lookAgainAfterMs, 10_000);
    assert.equal(step([observedCluster('a')]).lookAgainAfterMs, undefined);
  });
});

describe('deletion: vectors', () => {
  type Given = {
    readonly finalizers: readonly string[];
    readonly shardsSeenInReadyClusters: readonly string[];
    readonly unreadyClusters: readonly string[];
    readonly shardsCreatedButNotYetCached?: readonly string[];
  };
  type Expect = {
    readonly clusterDeletes: readonly string[];
    readonly finalizers: readonly string[];
    readonly done: boolean;
  };
  const cases = readVectors<Given, Expect>('deletion-helper', 'handle').filter(({ name }) =>
    isApplicable('deletion-helper', name),
  );
  for (const one of cases) {
    it(one.name, () => {
      const { finalizers, unreadyClusters } = one.given;
      const shards = [
        ...one.given.shardsSeenInReadyClusters,
        ...(one.given.shardsCreatedButNotYetCached ?? []),
      ];
      const service = aService({ finalizers, deletionTimestamp });
      const clusters = [...shards.map((name) => holding(name)), ...unreadyClusters.map(silent)];
      const plan = planService(observed(service, clusters), planSettings);
      const expected = wanted(one);
      assert.deepEqual(
        plan.clusterChanges.map(({ kind, cluster }) => `${kind} ${cluster}`),
        expected.clusterDeletes.map((name) => `delete ${name}`),
      );
      assert.deepEqual(plan.finalizers?.finalizers ?? finalizers, expected.finalizers);
      const done = plan.stage === 'releasing' || plan.stage === 'unfederated';
      assert.equal(done, expected.done);
    });
  }
});

const observed = (
  service: ServiceObject | undefined,
  clusters: readonly ObservedCluster[],
): Observed => ({
  key: aService().key,
  now,
  ...(service === undefined ? {} : { service }),
  clusters,
  ledger: [],
  resolved: {},
  row: {
    key: serviceWork(aService().key),
    generation: 1,
    done: 0,
    fence: 1,
    attempts: 0,
    applied: {},
  },
});

describe('what Seamark holds', () => {
  const table: readonly [string, ServiceObject | undefined, boolean, string][] = [
    ['a Service that is gone', undefined, false, 'unfederated'],
    ['a declared one', aService({ finalizers: [] }), true, 'propagating'],
    ['one that was never declared', aService({ labels: {}, finalizers: [] }), false, 'unfederated'],
    ['one that lost the label', aService({ labels: {} }), true, 'removing-copies'],
    ['a deleted one', aService({ deletionTimestamp }), true, 'removing-copies'],
    [
      'a deleted one whose finalizer somebody took off',
      aService({ deletionTimestamp, finalizers: ['their/own'] }),
      false,
      'unfederated',
    ],
  ];
  for (const [name, service, concerned, stage] of table) {
    it(name, () => {
      assert.equal(isConcerned(service, planSettings), concerned);
      assert.equal(planService(observed(service, [holding('a')]), planSettings).stage, stage);
    });
  }
});
