import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { federationLabel } from '../../../lib/core/model/names.ts';
import {
  type KubernetesSubject,
  loadBalancerSpec,
  type StartSubject,
} from './kubernetes-subject.ts';

/** What `ClusterProbe` promises, on any cluster. */
export const clusterProbeContract = (name: string, start: StartSubject): void => {
  describe(`ClusterProbe on ${name}`, () => {
    let subject: KubernetesSubject;
    before(async () => {
      subject = await start();
    });
    after(() => subject.stop());

    test('hears a healthy cluster', async () => {
      assert.deepEqual(await subject.clusterProbe.healthz(subject.cluster), {
        kind: 'answered',
        httpStatus: 200,
        body: 'ok',
      });
    });

    test('takes silence for an answer', async () => {
      const answer = await subject.clusterProbe.healthz(subject.silent);
      assert.equal(answer.kind, 'silent');
      assert.match(answer.kind === 'silent' ? answer.message : '', /^Cannot .+ cluster oregon: ./);
    });

    test('takes its own end for no silence of the cluster', async () => {
      const answer = await subject.clusterProbe.healthz(subject.cluster, AbortSignal.abort());
      assert.equal(answer.kind, 'unasked');
    });

    test('reads the labels of all nodes', async () => {
      const nodes = [
        { 'topology.kubernetes.io/zone': 'ap-northeast-1a', 'example.com/node': 'one' },
        { 'topology.kubernetes.io/zone': 'ap-northeast-1c', 'example.com/node': 'two' },
      ];
      await subject.setNodes(nodes);
      const labels = await subject.clusterProbe.nodeLabels(subject.cluster);
      const own = labels.filter((node) => node['example.com/node'] !== undefined);
      const byNode = (left: (typeof own)[number], right: (typeof own)[number]): number =>
        String(left['example.com/node']).localeCompare(String(right['example.com/node']));
      assert.deepEqual(
        [...own].sort(byNode).map((node) => node['topology.kubernetes.io/zone']),
        ['ap-northeast-1a', 'ap-northeast-1c'],
      );
    });

    test('knows whether a cluster holds copies of a federation', async () => {
      const holds = (federation: string): Promise<boolean> =>
        subject.clusterProbe.holdsCopies(subject.cluster, federation);
      assert.equal(await holds('demo'), false);
      const key = { namespace: await subject.namespace(), name: 'shop' };
      const labels = { [federationLabel]: 'demo' };
      const manifest = { key, labels, annotations: {}, spec: loadBalancerSpec };
      await subject.memberClusters.applyService(subject.cluster, {
        manifest,
        createNamespace: true,
      });
      assert.deepEqual([await holds('demo'), await holds('other')], [true, false]);
      await assert.rejects(subject.clusterProbe.holdsCopies(subject.silent, 'demo'), {
        kind: 'transient',
      });
    });

    test('fails to read the nodes of a silent cluster', async () => {
      await assert.rejects(subject.clusterProbe.nodeLabels(subject.silent), { kind: 'transient' });
    });
  });
};
