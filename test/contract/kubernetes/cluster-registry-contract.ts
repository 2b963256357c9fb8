import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Cluster, ClusterCondition } from '../../../lib/core/model/cluster.ts';
import { clusterFinalizer } from '../../../lib/core/model/names.ts';
import type { ClusterStatus } from '../../../lib/ports/cluster-registry.ts';
import type { KubernetesSubject, StartSubject } from './kubernetes-subject.ts';

const condition = (status: 'True' | 'False'): ClusterCondition => ({
  type: 'Ready',
  status,
  reason: status === 'True' ? 'ClusterReady' : 'ClusterNotReady',
  message: '/healthz responded with ok',
  lastProbeTime: '2026-12-01T00:00:00Z',
  lastTransitionTime: '2026-12-01T00:00:00Z',
});

/** What `ClusterRegistry` promises, on any host. */
export const clusterRegistryContract = (name: string, start: StartSubject): void => {
  describe(`ClusterRegistry on ${name}`, () => {
    let subject: KubernetesSubject;
    before(async () => {
      subject = await start();
    });
    after(() => subject.stop());

    const find = async (wanted: string): Promise<Cluster> => {
      const cluster = (await subject.clusterRegistry.list()).find((one) => one.name === wanted);
      assert.ok(cluster, `Cluster ${wanted} is listed`);
      return cluster;
    };

    test('lists the registered clusters by name', async () => {
      const names = (await subject.clusterRegistry.list()).map((cluster) => cluster.name);
      assert.deepEqual(names, [subject.silent.name, subject.cluster.name].sort());
    });

    const full: ClusterStatus = {
      conditions: [condition('True'), { ...condition('False'), type: 'Withdrawn' }],
      zones: ['ap-northeast-1a', 'ap-northeast-1c'],
      region: 'ap-northeast-1',
      probes: { failures: 1, silences: 0, successes: 0 },
      dataPlane: ['fails', 'answers'],
      plannedFor: { available: true, withdrawn: false, mark: '0123456789abcdef' },
    };
    const statusOf = (cluster: Cluster | undefined): ClusterStatus | undefined => {
      if (cluster === undefined) return undefined;
      const { name, uid, resourceVersion, labels, serverAddresses, ...rest } = cluster;
      const { finalizers, deleting, credentials, ...status } = rest;
      return status;
    };

    test('writes a status and reads it back', async () => {
      const before = await find(subject.cluster.name);
      const stored = await subject.clusterRegistry.writeStatus(before, full);
      assert.deepEqual(statusOf(stored), full);
      const after = await find(before.name);
      assert.deepEqual(after, stored);
      assert.deepEqual(after.serverAddresses, subject.cluster.serverAddresses);
      assert.equal(after.deleting, false);
    });

    test('replaces the whole status', async () => {
      const { name } = subject.cluster;
      const { writeStatus } = subject.clusterRegistry;
      await writeStatus(await find(name), full);
      await writeStatus(await find(name), { conditions: [condition('False')], zones: [] });
      const stored = await find(name);
      assert.deepEqual(statusOf(stored), { conditions: [condition('False')], zones: [] });
    });

    test('changes nothing where the status is the same', async () => {
      const { name } = subject.cluster;
      await subject.clusterRegistry.writeStatus(await find(name), full);
      const before = await find(name);
      await subject.clusterRegistry.writeStatus(before, full);
      assert.equal((await find(name)).resourceVersion, before.resourceVersion);
    });

    test('W40: fails as conflict where the object has moved on', async () => {
      const before = await find(subject.cluster.name);
      const { writeStatus, writeFinalizers } = subject.clusterRegistry;
      await writeStatus(before, { ...full, region: 'moved' });
      await assert.rejects(writeStatus(before, full), { kind: 'conflict' });
      await assert.rejects(writeFinalizers(before, ['test/late']), { kind: 'conflict' });
    });

    test('takes a cluster that is gone without an error', async () => {
      const nobody = { name: 'nobody', resourceVersion: '1' };
      const { writeStatus, writeFinalizers } = subject.clusterRegistry;
      assert.equal(await writeStatus(nobody, { conditions: [], zones: [] }), undefined);
      assert.equal(await writeFinalizers(nobody, []), undefined);
    });

    test('W4: a finalizer holds a deleted cluster until it is taken off', async () => {
      const { writeFinalizers } = subject.clusterRegistry;
      const { name } = subject.silent;
      const held = await writeFinalizers(await find(name), [clusterFinalizer]);
      assert.deepEqual(held?.finalizers, [clusterFinalizer]);
      await subject.removeCluster(name);
      const leaving = await find(name);
      assert.equal(leaving.deleting, true);
      assert.equal(await writeFinalizers(leaving, []), undefined);
      const left = (await subject.clusterRegistry.list()).map((cluster) => cluster.name);
      assert.deepEqual(left, [subject.cluster.name]);
    });

    test('ends at once when the signal has fired', async () => {
      await assert.rejects(subject.clusterRegistry.list(AbortSignal.abort()), {
        kind: 'transient',
        fields: { aborted: true },
      });
    });
  });
};
