import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { JsonObject } from '../../../lib/core/model/json.ts';
import type { ServiceManifest } from '../../../lib/core/model/plan.ts';
import type { ServiceKey } from '../../../lib/core/model/service-key.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import {
  type KubernetesSubject,
  loadBalancerSpec,
  type StartSubject,
} from './kubernetes-subject.ts';
import { maskAllocated, storedSpecs } from './stored-specs.ts';

/** What `MemberClusters` promises, on any member. */
export const memberClustersContract = (name: string, start: StartSubject): void => {
  describe(`MemberClusters on ${name}`, () => {
    let subject: KubernetesSubject;
    before(async () => {
      subject = await start();
    });
    after(() => subject.stop());

    const freshKey = async (): Promise<ServiceKey> => ({
      namespace: await subject.namespace(),
      name: 'shop',
    });
    const apply = (manifest: ServiceManifest): Promise<ServiceObject> =>
      subject.memberClusters.applyService(subject.cluster, manifest);
    const read = (key: ServiceKey): Promise<ServiceObject | undefined> =>
      subject.memberClusters.readService(subject.cluster, key);
    const uidOf = async (key: ServiceKey): Promise<string | undefined> => (await read(key))?.uid;
    const remove = (key: ServiceKey, uid: string): Promise<void> =>
      subject.memberClusters.deleteService(subject.cluster, { key, uid });

    test('creates a copy in a namespace that was missing', async () => {
      const key = await freshKey();
      assert.equal(await read(key), undefined);
      const stored = await apply(manifestOf(key));
      assert.deepEqual(stored.key, key);
      assert.equal(stored.labels['app'], 'shop');
      assert.match(String(stored.spec['clusterIP']), /^\d+\.\d+\.\d+\.\d+$/);
      assert.equal(typeof portsOf(stored)[0]?.['nodePort'], 'number');
      assert.deepEqual(await read(key), stored);
    });

    test('knows which fields it owns', async () => {
      const key = await freshKey();
      const stored = await apply(manifestOf(key));
      assert.deepEqual(stored.appliedFields, {
        'f:metadata': {
          'f:annotations': { 'f:note': {} },
          'f:labels': { 'f:app': {}, 'f:tier': {} },
        },
        'f:spec': {
          'f:ports': {
            'k:{"port":80,"protocol":"TCP"}': {
              '.': {},
              'f:name': {},
              'f:port': {},
              'f:protocol': {},
              'f:targetPort': {},
            },
          },
          'f:selector': {},
          'f:type': {},
        },
      });
    });

    test('changes nothing where the same is applied again', async () => {
      const manifest = manifestOf(await freshKey());
      const first = await apply(manifest);
      assert.equal((await apply(manifest)).resourceVersion, first.resourceVersion);
    });

    test('drops a field that is applied no more, unless another client has it', async () => {
      const key = await freshKey();
      await apply(manifestOf(key));
      await subject.member.label(key, 'theirs', 'kept');
      await subject.member.label(key, 'tier', 'changed');
      const stored = await apply({ ...manifestOf(key), labels: {}, annotations: {} });
      assert.deepEqual(stored.labels, { theirs: 'kept', tier: 'changed' });
      assert.deepEqual(stored.annotations, {});
    });

    test('takes back a field that another client changed', async () => {
      const key = await freshKey();
      await apply(manifestOf(key));
      await subject.member.label(key, 'tier', 'changed');
      assert.ok(!ownedLabels(await read(key)).includes('f:tier'));
      const stored = await apply(manifestOf(key));
      assert.equal(stored.labels['tier'], 'web');
      assert.ok(ownedLabels(stored).includes('f:tier'));
    });

    test('keeps the node port when a port changes its number', async () => {
      const key = await freshKey();
      const first = await apply(manifestOf(key));
      const ports = [{ name: 'http', port: 81, protocol: 'TCP', targetPort: 8080 }];
      const second = await apply(manifestOf(key, { ...loadBalancerSpec, ports }));
      assert.equal(portsOf(second).length, 1);
      assert.equal(portsOf(second)[0]?.['port'], 81);
      assert.equal(portsOf(second)[0]?.['nodePort'], portsOf(first)[0]?.['nodePort']);
      assert.equal(second.spec['clusterIP'], first.spec['clusterIP']);
    });

    test('gives node ports back when the type needs none', async () => {
      const key = await freshKey();
      await apply(manifestOf(key));
      await subject.member.setIngress(key, [{ ip: '192.0.2.7' }]);
      const stored = await apply(manifestOf(key, { ...loadBalancerSpec, type: 'ClusterIP' }));
      assert.equal(stored.spec['type'], 'ClusterIP');
      assert.equal(portsOf(stored)[0]?.['nodePort'], undefined);
      assert.equal(stored.spec['externalTrafficPolicy'], undefined);
      assert.deepEqual(stored.ingress, []);
    });

    test('adopts a namesake and leaves what it does not speak of', async () => {
      const key = await freshKey();
      await apply(manifestOf({ ...key, name: 'first-in-namespace' }));
      const sessionAffinity = 'ClientIP';
      await subject.member.create({
        key,
        labels: { theirs: 'kept' },
        spec: { ...loadBalancerSpec, sessionAffinity },
      });
      const stored = await apply(manifestOf(key));
      assert.deepEqual(stored.labels, { app: 'shop', theirs: 'kept', tier: 'web' });
      assert.equal(stored.spec['sessionAffinity'], sessionAffinity);
    });

    for (const { title, applied, stored } of storedSpecs) {
      test(`stores what an API server makes of a Service: ${title}`, async () => {
        const manifest = manifestOf(await freshKey(), applied);
        const first = await apply(manifest);
        assert.deepEqual(maskAllocated(first.spec), stored);
        assert.deepEqual(await apply(manifest), first);
      });
    }

    for (const [fault, spec] of invalidSpecs) {
      test(`refuses ${fault}`, async () => {
        const key = await freshKey();
        await assert.rejects(apply(manifestOf(key, spec)), { kind: 'terminal' });
        assert.equal(await read(key), undefined);
      });
    }

    test('refuses another cluster IP', async () => {
      const key = await freshKey();
      await apply(manifestOf(key));
      const spec = { ...loadBalancerSpec, clusterIP: 'None' };
      await assert.rejects(apply(manifestOf(key, spec)), { kind: 'terminal' });
    });

    test('reads the ingress that the cloud gave', async () => {
      const key = await freshKey();
      await apply(manifestOf(key));
      await subject.member.setIngress(key, [{ hostname: 'lb.example.com' }]);
      assert.deepEqual((await read(key))?.ingress, [{ hostname: 'lb.example.com' }]);
    });

    test('deletes the object of that uid only', async () => {
      const key = await freshKey();
      const { uid } = await apply(manifestOf(key));
      await remove(key, '00000000-0000-4000-8000-000000000000');
      assert.equal(await uidOf(key), uid);
      await remove(key, uid);
      assert.equal(await read(key), undefined);
      await remove(key, uid);
    });

    test('shows a copy that is held while it is being deleted', async () => {
      const key = await freshKey();
      const { uid } = await apply(manifestOf(key));
      await subject.member.addFinalizer(key, 'service.kubernetes.io/load-balancer-cleanup');
      await remove(key, uid);
      const held = await read(key);
      assert.equal(held?.uid, uid);
      assert.notEqual(held.deletionTimestamp, undefined);
    });

    test('counts ready endpoints', async () => {
      const key = await freshKey();
      await apply(manifestOf(key));
      const count = () => subject.memberClusters.countReadyEndpoints(subject.cluster, key);
      assert.equal(await count(), 0);
      await subject.setEndpoints(key, 3);
      assert.equal(await count(), 3);
      await subject.setEndpoints(key, 0);
      assert.equal(await count(), 0);
    });

    test('fails as transient while the cluster is silent', async () => {
      const key = await freshKey();
      const { memberClusters, silent } = subject;
      for (const call of [
        () => memberClusters.readService(silent, key),
        () => memberClusters.countReadyEndpoints(silent, key),
        () => memberClusters.applyService(silent, manifestOf(key)),
        () => memberClusters.deleteService(silent, { key, uid: 'any' }),
      ])
        await assert.rejects(call, { kind: 'transient', message: /^Cannot .+ cluster oregon: ./ });
    });

    test('ends at once when the signal has fired', async () => {
      const key = await freshKey();
      const signal = AbortSignal.abort();
      await assert.rejects(subject.memberClusters.readService(subject.cluster, key, signal), {
        kind: 'transient',
        fields: { aborted: true },
      });
    });
  });
};

const invalidSpecs: readonly (readonly [string, JsonObject])[] = [
  ['a Service without ports', { type: 'LoadBalancer', selector: { app: 'shop' } }],
  ['port 0', { ports: [{ port: 0 }] }],
  ['port 65536', { ports: [{ port: 65_536 }] }],
  ['two ports without names', { ports: [{ port: 80 }, { port: 81 }] }],
  [
    'two ports of one name',
    {
      ports: [
        { name: 'a', port: 80 },
        { name: 'a', port: 81 },
      ],
    },
  ],
  ['an unknown type', { ...loadBalancerSpec, type: 'Balancer' }],
];

const manifestOf = (key: ServiceKey, spec: JsonObject = loadBalancerSpec): ServiceManifest => ({
  key,
  labels: { app: 'shop', tier: 'web' },
  annotations: { note: 'from the host' },
  spec,
});

const portsOf = (service: ServiceObject): readonly { readonly [field: string]: unknown }[] => {
  const { ports } = service.spec;
  return Array.isArray(ports) ? ports : [];
};

const ownedLabels = (service: ServiceObject | undefined): readonly string[] =>
  Object.keys(
    // FieldsV1 of a Service has this shape wherever labels are owned (metav1 FieldsV1).
    (service?.appliedFields as { 'f:metadata'?: { 'f:labels'?: object } } | undefined)?.[
      'f:metadata'
    ]?.['f:labels'] ?? {},
  );
