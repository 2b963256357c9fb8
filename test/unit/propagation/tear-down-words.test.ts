import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteFinalizer } from '../../../lib/core/model/names.ts';
import type { ObservedCluster } from '../../../lib/core/model/observed.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import { isWithdrawn, tearDown } from '../../../lib/core/propagation/tear-down.ts';
import { aCluster, observedCluster } from '../../support/builders/cluster.ts';
import { aLedgerEntry, anAddressSet } from '../../support/builders/ledger-entry.ts';
import { aCopy, aService, planSettings } from '../../support/builders/service.ts';

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

describe('what a tear-down tells, and what it leaves alone', () => {
  it('a living one that lost the label heeds no orphan finalizer, which asks for nothing yet', () => {
    const service = aService({ labels: {}, finalizers: [deleteFinalizer, 'orphan'] });
    const seen = { clusters: [holding('a')], ledger: [], now };
    const { stage, changes } = tearDown(service, seen, planSettings);
    assert.deepEqual([stage, changes.length], ['removing-copies', 1]);
  });

  it('the host’s own Service is no copy, whatever its labels say', () => {
    const host = { ...planSettings, hostCluster: 'a' };
    const seen = { clusters: [holding('a')], ledger: [], now };
    const released = tearDown(aService({ deletionTimestamp }), seen, host);
    assert.deepEqual([released.stage, released.changes], ['releasing', []]);
  });

  it('W47: the annotation lists whole names', () => {
    const released = step([silent('tokyo'), silent('oregon'), silent('ohio')], {
      annotations: { 'federation.seamark.dev/release-clusters': 'tokyo, oregon' },
    });
    assert.deepEqual(
      released.problems.map(({ cluster }) => cluster),
      ['ohio'],
    );
  });

  it('every wait is a problem of the copies', () => {
    const foreground = { finalizers: [deleteFinalizer, 'foregroundDeletion'] };
    const problems = [
      ...step([silent('b'), unread('c')]).problems,
      ...step([holding('a', { deletionTimestamp })]).problems,
      ...step([observedCluster('a')], foreground).problems,
    ];
    assert.deepEqual(
      problems.map(({ condition, reason, cluster }) => `${condition} ${reason} ${cluster}`),
      ['b', 'c', 'a', undefined].map((name) => `Propagated WaitingForCluster ${name}`),
    );
  });

  it('what is withdrawn: nothing wanted, nothing written, and that published', () => {
    const set = anAddressSet('a', '192.0.2.1');
    assert.equal(isWithdrawn(aLedgerEntry()), true);
    assert.equal(isWithdrawn(aLedgerEntry({ desired: [set] })), false);
    assert.equal(isWithdrawn(aLedgerEntry({ applied: [set] })), false);
    assert.equal(isWithdrawn(aLedgerEntry({ desiredVersion: 2 })), false);
  });

  it('while records go nothing else is told', () => {
    const seen = { clusters: [silent('a')], ledger: [aLedgerEntry({ desiredVersion: 2 })], now };
    assert.deepEqual(tearDown(aService({ deletionTimestamp }), seen, planSettings), {
      stage: 'withdrawing',
      changes: [],
      problems: [],
      lookAgainAfterMs: 10_000,
    });
  });

  it('copies that stay leave nothing to tell', () => {
    const orphaned = step([silent('a')], { finalizers: [deleteFinalizer, 'orphan'] });
    assert.deepEqual(orphaned, { stage: 'releasing', changes: [], problems: [], finalizers: [] });
  });
});
