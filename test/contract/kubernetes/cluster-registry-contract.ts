import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Cluster, ClusterCondition } from '../../../lib/core/model/cluster.ts';
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

    test('writes a status and reads it back', async () => {
      const { name } = subject.cluster;
      const status = {
        conditions: [condition('True')],
        zones: ['ap-northeast-1a', 'ap-northeast-1c'],
        region: 'ap-northeast-1',
      };
      await subject.clusterRegistry.writeStatus(name, status);
      const { conditions, zones, region, serverAddresses, deleting } = await find(name);
      assert.deepEqual({ conditions, zones, region }, status);
      assert.deepEqual(serverAddresses, subject.cluster.serverAddresses);
      assert.equal(deleting, false);
    });

    test('replaces the whole status', async () => {
      const { name } = subject.cluster;
      const { writeStatus } = subject.clusterRegistry;
      await writeStatus(name, { conditions: [condition('True')], zones: ['a'], region: 'r' });
      await writeStatus(name, { conditions: [condition('False')], zones: [] });
      const stored = await find(name);
      assert.deepEqual(stored.conditions, [condition('False')]);
      assert.deepEqual(stored.zones, []);
      assert.equal(stored.region, undefined);
    });

    test('changes nothing where the status is the same', async () => {
      const { name } = subject.cluster;
      const status = { conditions: [condition('True')], zones: ['a'], region: 'r' };
      await subject.clusterRegistry.writeStatus(name, status);
      const { resourceVersion } = await find(name);
      await subject.clusterRegistry.writeStatus(name, status);
      assert.equal((await find(name)).resourceVersion, resourceVersion);
    });

    test('takes a cluster that is gone without an error', async () => {
      await subject.clusterRegistry.writeStatus('nobody', { conditions: [], zones: [] });
      assert.equal((await subject.clusterRegistry.list()).length, 2);
    });

    test('ends at once when the signal has fired', async () => {
      await assert.rejects(subject.clusterRegistry.list(AbortSignal.abort()), {
        kind: 'transient',
        fields: { aborted: true },
      });
    });
  });
};
