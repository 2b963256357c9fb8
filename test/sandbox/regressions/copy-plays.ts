import assert from 'node:assert/strict';
import type { KubeObject } from '../../../infra/sandbox/kubernetes/resource.ts';
import {
  awaitAddress,
  awaitAnotherPass,
  awaitCondition,
  awaitCopy,
  copyIn,
  createService,
} from './federated-service.ts';
import { eventually } from './federation.ts';
import { need, type Plays } from './regression-case.ts';

/** Situations about the copies in member clusters. */
export const copyPlays: Plays = {
  'shard deleted in a cluster is recreated': async (federation, { expect }) => {
    const service = await createService(federation, { namespace: 'copy-deleted', clusters: ['a'] });
    const { uid } = (await awaitCopy(service, 'a')).metadata;
    await awaitCondition(service, 'Propagated', ({ status }) => status === 'True');
    await federation.sandbox.member('a').remove(service.path);
    await eventually(
      'a new copy',
      async () => {
        const copy = await copyIn(service, 'a');
        return copy !== undefined && copy.metadata.uid !== uid ? true : undefined;
      },
      { limitMs: need(expect.withinSeconds, 'limit') * 1_000 },
    );
  },

  'server-defaulted fields cause no update loop': async (federation) => {
    const service = await createService(federation, { namespace: 'defaulted', clusters: ['a'] });
    await awaitAddress(service, 'a');
    await awaitCondition(service, 'DNSInSync', ({ reason }) => reason === 'Published');
    const copy = await awaitCopy(service, 'a');
    // The cast trusts the API server, which validates what it stores.
    const spec = copy['spec'] as { readonly [field: string]: unknown };
    assert.deepEqual(
      [spec['externalTrafficPolicy'], spec['sessionAffinity'], spec['internalTrafficPolicy']],
      ['Cluster', 'None', 'Cluster'],
    );
    assert.equal(spec['ipFamilyPolicy'], 'SingleStack');
    for (let pass = 0; pass < 3; pass += 1) await awaitAnotherPass(service);
    const { metadata } = await awaitCopy(service, 'a');
    assert.equal(metadata.resourceVersion, copy.metadata.resourceVersion);
    assert.deepEqual(metadata['managedFields'], copy.metadata['managedFields']);
  },

  'node port conflict or mismatch is reported': async (federation, { expect }) => {
    const namespace = 'node-ports';
    const service = await createService(federation, {
      namespace,
      clusters: ['a', 'f'],
      spec: { type: 'NodePort' },
    });
    const { message } = await awaitCondition(service, 'Propagated', (condition) =>
      condition.message.includes('node ports differ'),
    );
    const ports = await Promise.all(
      service.clusters.map(async (cluster) => nodePortOf(await awaitCopy(service, cluster))),
    );
    for (const port of ports) assert.ok(message.includes(String(port)), message);
    const { type, about } = need(expect.event, 'event');
    const events = await federation.sandbox.host.list(`/api/v1/namespaces/${namespace}/events`);
    assert.ok(
      events.items.some(
        (event) =>
          event['type'] === type &&
          event['reason'] === 'NodePortsDiffer' &&
          String(event['message']).includes(about),
      ),
      JSON.stringify(events.items),
    );
  },
};

const nodePortOf = (copy: KubeObject): number | undefined => {
  // The cast trusts the API server, which validates what it stores.
  const spec = copy['spec'] as { readonly ports?: readonly { readonly nodePort?: number }[] };
  return spec.ports?.[0]?.nodePort;
};
