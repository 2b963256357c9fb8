import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { KubernetesSubject, StartSubject } from './kubernetes-subject.ts';

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

    test('never throws, not even when the signal has fired', async () => {
      const answer = await subject.clusterProbe.healthz(subject.cluster, AbortSignal.abort());
      assert.equal(answer.kind, 'silent');
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

    test('fails to read the nodes of a silent cluster', async () => {
      await assert.rejects(subject.clusterProbe.nodeLabels(subject.silent), { kind: 'transient' });
    });
  });
};
