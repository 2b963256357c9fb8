import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../../lib/core/model/json.ts';
import type { ServiceManifest } from '../../../lib/core/model/plan.ts';
import type { ServiceKey } from '../../../lib/core/model/service-key.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import { claimsOf } from '../../../lib/core/propagation/claims.ts';
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
      subject.memberClusters.applyService(subject.cluster, { manifest, createNamespace: true });
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

    test('makes no namespace where that is not wished, and says which is missing', async () => {
      const key = await freshKey();
      const manifest = manifestOf(key);
      const { applyService } = subject.memberClusters;
      await assert.rejects(applyService(subject.cluster, { manifest, createNamespace: false }), {
        kind: 'terminal',
        message: new RegExp(`there is no namespace ${key.namespace}`),
        fields: { reason: 'NamespaceMissing' },
      });
      await apply({ ...manifest, key: { ...key, name: 'first-in-namespace' } });
      await applyService(subject.cluster, { manifest, createNamespace: false });
      assert.ok(await read(key));
    });

    test('knows what was asked for from what the server allocated', async () => {
      const key = await freshKey();
      const spec = {
        type: 'NodePort',
        ipFamilyPolicy: 'PreferDualStack',
        ports: [
          { name: 'asked', port: 80, protocol: 'TCP', nodePort: 30_021 },
          { name: 'given', port: 81, protocol: 'TCP' },
        ],
      };
      await apply(manifestOf({ ...key, name: 'first-in-namespace' }));
      await subject.member.create({ key, spec });
      const stored = await read(key);
      assert.ok(stored);
      const claims = claimsOf(stored);
      assert.deepEqual(portsOf(stored).map(claims.nodePort), [true, false]);
      assert.deepEqual(
        ['ipFamilyPolicy', 'ipFamilies', 'clusterIP', 'healthCheckNodePort'].map(claims.field),
        [true, false, false, false],
      );
    });

    test('puts ports into the order in which they are applied', async () => {
      const key = await freshKey();
      const ports = [
        { name: 'a', port: 80, protocol: 'TCP' },
        { name: 'b', port: 81, protocol: 'TCP' },
      ];
      const first = await apply(manifestOf(key, { ...loadBalancerSpec, ports }));
      const turned = { ...loadBalancerSpec, ports: ports.toReversed() };
      const second = await apply(manifestOf(key, turned));
      const held = (service: ServiceObject) => portsOf(service).map((port) => port['nodePort']);
      assert.deepEqual(held(second), held(first).toReversed());
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

    test('adopts a namesake with its ports, of which only the declared ones stay', async () => {
      const key = await freshKey();
      await apply(manifestOf({ ...key, name: 'first-in-namespace' }));
      await subject.member.create({ key, spec: { ...loadBalancerSpec, ports: [{ port: 8080 }] } });
      await assert.rejects(apply(manifestOf(key)), {
        kind: 'terminal',
        message: /spec\.ports\[0\]\.name: Required value/,
      });
      const namesake = await read(key);
      assert.ok(namesake);
      const adopting = (adopts: string) =>
        subject.memberClusters.applyService(subject.cluster, {
          manifest: manifestOf(key),
          createNamespace: true,
          adopts,
        });
      await subject.member.label(key, 'moved', 'on');
      await assert.rejects(adopting(namesake.resourceVersion), { kind: 'conflict' });
      const moved = await read(key);
      assert.ok(moved);
      const stored = await adopting(moved.resourceVersion);
      assert.deepEqual(
        portsOf(stored).map(({ name, port }) => [name, port]),
        [['http', 80]],
      );
      assert.equal(stored.uid, namesake.uid);
      assert.equal(stored.spec['clusterIP'], namesake.spec['clusterIP']);
      assert.equal(stored.labels['moved'], 'on');
      assert.deepEqual(await apply(manifestOf(key)), stored);
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

    test('refuses a load balancer in the place of a headless Service', async () => {
      const key = await freshKey();
      await apply(manifestOf(key, { clusterIP: 'None', ports: [{ port: 80 }] }));
      await assert.rejects(apply(manifestOf(key)), {
        kind: 'terminal',
        message: /may not be set to 'None' for LoadBalancer services/,
      });
    });

    test('changes between a Service with an address and an external name', async () => {
      const key = await freshKey();
      await apply(manifestOf(key));
      const named = { type: 'ExternalName', externalName: 'shop.example.com' };
      const second = await apply(manifestOf(key, named));
      assert.deepEqual(
        [second.spec['type'], second.spec['externalName'], second.spec['clusterIP']],
        ['ExternalName', 'shop.example.com', undefined],
      );
      const third = await apply(manifestOf(key));
      assert.equal(third.spec['externalName'], undefined);
      assert.match(String(third.spec['clusterIP']), /^\d+\./);
    });

    test('refuses a node port that is taken, and one out of range', async () => {
      const key = await freshKey();
      const asking = (nodePort: number) => ({
        ...loadBalancerSpec,
        ports: [{ name: 'http', port: 80, protocol: 'TCP', nodePort }],
      });
      await apply(manifestOf({ ...key, name: 'first' }, asking(30_022)));
      const taken = manifestOf({ ...key, name: 'second' }, asking(30_022));
      await assert.rejects(apply(taken), {
        kind: 'terminal',
        message:
          /spec\.ports\[0\]\.nodePort: Invalid value: 30022: provided port is already allocated/,
      });
      await assert.rejects(apply(manifestOf({ ...key, name: 'third' }, asking(80))), {
        kind: 'terminal',
        message: /Invalid value: 80: provided port is not in the valid range/,
      });
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

    test('lists the Services that carry a label, in byte order of their keys', async () => {
      const namespace = await subject.namespace();
      const label = `list-${namespace}`;
      // A dash comes before the slash that ends a namespace.
      const keys = [`${namespace}-b/a`, `${namespace}/b`, `${namespace}/b-c`].map((text) => {
        const [space = '', name = ''] = text.split('/');
        return { namespace: space, name };
      });
      for (const key of [...keys].reverse()) {
        await apply({ ...manifestOf(key), labels: { [label]: 'yes' } });
      }
      const { listServices } = subject.memberClusters;
      const all = await listServices(subject.cluster, { labelSelector: `${label}=yes` });
      assert.deepEqual(
        all.items.map(({ key }) => key),
        keys,
      );
      assert.equal(all.next, undefined);
      assert.deepEqual(all.items[1], await read(keys[1] ?? assert.fail()));
      const one = await listServices(subject.cluster, {
        labelSelector: `${label}=yes`,
        namespace: `${namespace}-b`,
      });
      assert.deepEqual(
        one.items.map(({ key }) => key),
        keys.slice(0, 1),
      );
    });

    test('lists EndpointSlices by the labels of their Services, with what is ready in them', async () => {
      const [one, two] = [await freshKey(), await freshKey()];
      const label = `slices-${one.namespace}`;
      for (const key of [one, two]) await apply({ ...manifestOf(key), labels: { [label]: 'yes' } });
      await subject.setEndpoints(one, 2);
      await subject.setEndpoints(two, 0);
      const { listSlices } = subject.memberClusters;
      const { items } = await listSlices(subject.cluster, { labelSelector: `${label}=yes` });
      const ready = new Map(items.map((item) => [item.key.namespace, item.ready.length]));
      assert.equal(ready.get(one.namespace), 2);
      assert.equal(ready.get(two.namespace), 0);
      const within = await listSlices(subject.cluster, { labelSelector: '', ...namespaceOf(one) });
      assert.deepEqual(
        within.items.map(({ key, ready: addresses }) => [key, new Set(addresses).size]),
        [[one, 2]],
      );
    });

    test('fails as transient while the cluster is silent', async () => {
      const key = await freshKey();
      const { memberClusters, silent } = subject;
      for (const call of [
        () => memberClusters.readService(silent, key),
        () => memberClusters.countReadyEndpoints(silent, key),
        () =>
          memberClusters.applyService(silent, { manifest: manifestOf(key), createNamespace: true }),
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

const namespaceOf = ({ namespace }: ServiceKey) => ({ namespace });

const portsOf = (service: ServiceObject): readonly JsonObject[] => {
  const { ports } = service.spec;
  return Array.isArray(ports) ? ports.filter(isJsonObject) : [];
};

const ownedLabels = (service: ServiceObject | undefined): readonly string[] =>
  Object.keys(
    // FieldsV1 of a Service has this shape wherever labels are owned (metav1 FieldsV1).
    (service?.appliedFields as { 'f:metadata'?: { 'f:labels'?: object } } | undefined)?.[
      'f:metadata'
    ]?.['f:labels'] ?? {},
  );
