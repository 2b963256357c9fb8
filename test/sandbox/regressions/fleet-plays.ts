import assert from 'node:assert/strict';
import {
  awaitCondition,
  awaitCopy,
  awaitGone,
  awaitNoCopy,
  type CaseService,
  createService,
  federatedStatus,
  onHost,
  recordsOf,
} from './federated-service.ts';
import { awaitCluster, clustersPath, eventually, type Federation } from './federation.ts';
import { need, type Plays } from './regression-case.ts';

/** Situations that concern every Service, played one after another. */
export const fleetPlays: Plays = {
  'equivalent records cause no provider writes': async (federation, { given, expect }) => {
    const { controls, host } = federation.sandbox;
    const service = await createService(federation, { namespace: 'quiet', clusters: ['a'] });
    await awaitCondition(
      service,
      'DNSInSync',
      ({ reason, message }) => reason === 'Published' && message === '3 record sets',
    );
    assert.equal(recordsOf(service).length, expect.writes);
    // While Route 53 refuses all calls, whatever had to be written would wait, and the condition would say so.
    controls.throttleRoute53(true);
    try {
      for (let pass = 0; pass < need(given.reconcileTimes, 'number of passes'); pass += 1) {
        const labels = { pass: String(pass) };
        await host.merge(service.path, { metadata: { labels } });
        await awaitLabel(service, labels.pass);
        const { status, reason } = await awaitCondition(service, 'DNSInSync', () => true);
        assert.deepEqual([status, reason], ['True', 'Published']);
      }
    } finally {
      controls.throttleRoute53(false);
    }
  },

  'shard not yet in cache is still deleted': async (federation, { expect }) => {
    const service = await createService(federation, {
      namespace: 'away-when-deleted',
      clusters: ['flaky'],
    });
    await awaitCopy(service, 'flaky');
    const { controls, host } = federation.sandbox;
    await controls.stopCluster('flaky');
    try {
      await host.remove(service.path);
      await awaitCondition(service, 'Propagated', ({ reason }) => reason === 'WaitingForCluster');
      assert.deepEqual(recordsOf(service), []);
    } finally {
      await controls.startCluster('flaky');
    }
    assert.deepEqual(need(expect.shardDeleted, 'cluster'), ['a']);
    await awaitNoCopy(service, 'flaky');
    await awaitGone(service);
  },

  'offline guard: do not empty DNS when every cluster looks offline': async (federation) => {
    const { controls } = federation.sandbox;
    const service = await createService(federation, {
      namespace: 'all-dark',
      clusters: ['a', 'flaky'],
    });
    await awaitCondition(
      service,
      'DNSInSync',
      ({ reason, message }) => reason === 'Published' && message === '5 record sets',
    );
    const records = recordsOf(service);
    const { annotation } = federatedStatus(await onHost(service));
    await Promise.all(controls.members.map(controls.stopCluster));
    for (const cluster of await registered(federation)) {
      await awaitCluster(federation, cluster, { type: 'Offline', status: 'True', limitMs: 60_000 });
    }
    const warning = await awaitCondition(
      service,
      'Propagated',
      ({ reason }) => reason === 'ClusterNotReady',
    );
    assert.match(warning.message, /a, flaky/);
    assert.deepEqual(recordsOf(service), records);
    assert.deepEqual(federatedStatus(await onHost(service)).annotation, annotation);
  },
};

const awaitLabel = async (service: CaseService, pass: string): Promise<void> => {
  await eventually('the new label in the copy', async () =>
    (await awaitCopy(service, 'a')).metadata.labels?.['pass'] === pass ? true : undefined,
  );
};

/** A case may have taken its cluster out of the federation. */
const registered = async ({ sandbox }: Federation): Promise<readonly string[]> =>
  (await sandbox.host.list(clustersPath)).items.map(({ metadata }) => metadata.name);
