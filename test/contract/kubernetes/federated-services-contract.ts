import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ServiceKey } from '../../../lib/core/model/service-key.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import {
  type KubernetesSubject,
  loadBalancerSpec,
  type StartSubject,
} from './kubernetes-subject.ts';

const finalizer = 'federation.kubernetes.io/delete-from-underlying-clusters';

/** What `FederatedServices` promises, on any host. */
export const federatedServicesContract = (name: string, start: StartSubject): void => {
  describe(`FederatedServices on ${name}`, () => {
    let subject: KubernetesSubject;
    before(async () => {
      subject = await start();
    });
    after(() => subject.stop());

    const create = async (
      draft: { labels?: { [key: string]: string }; finalizers?: string[] } = {},
    ): Promise<ServiceKey> => {
      const key = { namespace: await subject.namespace(), name: 'shop' };
      await subject.host.create({ key, spec: loadBalancerSpec, ...draft });
      return key;
    };
    const read = async (key: ServiceKey): Promise<ServiceObject> => {
      const service = await subject.federatedServices.read(key);
      assert.ok(service, `Service ${key.namespace}/${key.name} is there`);
      return service;
    };

    test('reads what others wrote, and absence as undefined', async () => {
      const key = await create({ labels: { app: 'shop' } });
      const service = await read(key);
      assert.deepEqual(service.key, key);
      assert.deepEqual(service.labels, { app: 'shop' });
      assert.equal(service.spec['type'], 'LoadBalancer');
      assert.deepEqual(service.finalizers, []);
      assert.deepEqual(service.ingress, []);
      assert.equal(service.appliedFields, undefined);
      assert.equal(service.deletionTimestamp, undefined);
      assert.notEqual(service.uid, '');
      assert.equal(await subject.federatedServices.read({ ...key, name: 'nobody' }), undefined);
    });

    test('lists by label over all namespaces', async () => {
      const label = `contract-${(await subject.namespace()).replaceAll('.', '-')}`;
      const one = await create({ labels: { [label]: 'yes' } });
      const two = await create({ labels: { [label]: 'yes' } });
      await create({ labels: { [label]: 'no' } });
      const page = await subject.federatedServices.list({ labelSelector: `${label}=yes` });
      assert.deepEqual(
        page.items.map(({ key }) => key.namespace).sort(),
        [one.namespace, two.namespace].sort(),
      );
      assert.equal(page.next, undefined);
    });

    test('lists in pages of at most 500', async () => {
      const namespace = await subject.namespace();
      const labels = { page: namespace };
      for (let at = 0; at < 501; at += 1)
        await subject.host.create({
          key: { namespace, name: `shop-${at}` },
          // Headless, since a server may have fewer addresses than that.
          spec: { clusterIP: 'None', ports: [{ port: 80 }] },
          labels,
        });
      const labelSelector = `page=${namespace}`;
      const first = await subject.federatedServices.list({ labelSelector });
      assert.equal(first.items.length, 500);
      assert.ok(first.next);
      const second = await subject.federatedServices.list({ labelSelector, next: first.next });
      assert.equal(second.next, undefined);
      const names = [...first.items, ...second.items].map(({ key }) => key.name);
      assert.equal(new Set(names).size, 501);
    });

    test('refuses a selector that cannot be read', async () => {
      await assert.rejects(subject.federatedServices.list({ labelSelector: 'a=b=c' }), {
        kind: 'terminal',
      });
    });

    test('writes finalizers and annotations, and leaves the rest', async () => {
      const key = await create({ labels: { app: 'shop' } });
      const { resourceVersion } = await read(key);
      const first = await subject.federatedServices.patchMetadata(key, {
        resourceVersion,
        finalizers: [finalizer],
        annotations: { one: '1', two: '2' },
      });
      assert.ok(first);
      assert.deepEqual(first.finalizers, [finalizer]);
      const second = await subject.federatedServices.patchMetadata(key, {
        resourceVersion: first.resourceVersion,
        annotations: { one: null },
      });
      assert.deepEqual(second?.annotations, { two: '2' });
      assert.deepEqual(second.finalizers, [finalizer]);
      assert.deepEqual(second.labels, { app: 'shop' });
      assert.deepEqual(await read(key), second);
    });

    test('keeps the resource version where a patch changes nothing', async () => {
      const key = await create({ finalizers: [finalizer] });
      const { resourceVersion } = await read(key);
      const patch = { resourceVersion, finalizers: [finalizer] };
      const same = await subject.federatedServices.patchMetadata(key, patch);
      assert.equal(same?.resourceVersion, resourceVersion);
    });

    test('refuses a stale resource version as a conflict', async () => {
      const key = await create();
      const { resourceVersion } = await read(key);
      await subject.host.label(key, 'moved', 'on');
      await assert.rejects(
        subject.federatedServices.patchMetadata(key, { resourceVersion, finalizers: [finalizer] }),
        { kind: 'conflict' },
      );
      await assert.rejects(
        subject.federatedServices.patchStatus(key, {
          resourceVersion,
          ingress: [{ ip: '192.0.2.1' }],
        }),
        { kind: 'conflict' },
      );
      assert.deepEqual((await read(key)).finalizers, []);
    });

    test('answers undefined for a Service that is gone', async () => {
      const key = { namespace: await subject.namespace(), name: 'nobody' };
      const { patchMetadata, patchStatus } = subject.federatedServices;
      assert.equal(await patchMetadata(key, { resourceVersion: '1', finalizers: [] }), undefined);
      assert.equal(await patchStatus(key, { resourceVersion: '1', ingress: [] }), undefined);
    });

    test('holds a deleted Service until its last finalizer goes', async () => {
      const key = await create({ finalizers: [finalizer, 'example.com/other'] });
      await subject.host.remove(key);
      const deleting = await read(key);
      assert.match(deleting.deletionTimestamp ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      await assert.rejects(
        subject.federatedServices.patchMetadata(key, {
          resourceVersion: deleting.resourceVersion,
          finalizers: [...deleting.finalizers, 'example.com/late'],
        }),
        { kind: 'terminal' },
      );
      const held = await subject.federatedServices.patchMetadata(key, {
        resourceVersion: deleting.resourceVersion,
        finalizers: [finalizer],
      });
      assert.deepEqual(held?.finalizers, [finalizer]);
      const gone = await subject.federatedServices.patchMetadata(key, {
        resourceVersion: held.resourceVersion,
        finalizers: [],
      });
      assert.equal(gone, undefined);
      assert.equal(await subject.federatedServices.read(key), undefined);
    });

    test('writes status, each part by itself', async () => {
      const key = await create();
      const { resourceVersion } = await read(key);
      const condition = {
        type: 'Propagated',
        status: 'True',
        reason: 'AllClusters',
        message: '',
        lastTransitionTime: '2026-12-01T00:00:00Z',
      } as const;
      const first = await subject.federatedServices.patchStatus(key, {
        resourceVersion,
        ingress: [{ ip: '192.0.2.1' }, { hostname: 'lb.example.com' }],
      });
      assert.deepEqual(
        first?.ingress.map(({ ip, hostname }) => ip ?? hostname),
        ['192.0.2.1', 'lb.example.com'],
      );
      const second = await subject.federatedServices.patchStatus(key, {
        resourceVersion: first.resourceVersion,
        conditions: [condition],
      });
      assert.equal(second?.ingress.length, 2);
      assert.deepEqual(second.conditions, [condition]);
      const third = await subject.federatedServices.patchStatus(key, {
        resourceVersion: second.resourceVersion,
        ingress: [],
      });
      assert.deepEqual(third?.ingress, []);
      assert.deepEqual(third.conditions, [condition]);
    });

    test('refuses ingress on a Service without a load balancer', async () => {
      const key = { namespace: await subject.namespace(), name: 'inner' };
      await subject.host.create({ key, spec: { ports: [{ port: 80 }] } });
      const { resourceVersion } = await read(key);
      await assert.rejects(
        subject.federatedServices.patchStatus(key, {
          resourceVersion,
          ingress: [{ ip: '192.0.2.1' }],
        }),
        { kind: 'terminal' },
      );
    });

    test('ends at once when the signal has fired', async () => {
      const key = await create();
      await assert.rejects(subject.federatedServices.read(key, AbortSignal.abort()), {
        kind: 'transient',
        fields: { aborted: true },
      });
    });
  });
};
