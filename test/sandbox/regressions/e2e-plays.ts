import assert from 'node:assert/strict';
import { readVectors } from '../../support/read-vectors.ts';
import { asKubectl } from './as-kubectl.ts';
import {
  awaitCopy,
  awaitGone,
  awaitNoCopy,
  type CaseService,
  createService,
} from './federated-service.ts';
import { eventually, type Federation } from './federation.ts';

type Given = {
  readonly service?: { readonly spec?: { readonly type?: string } };
  readonly deleteOptions?: { readonly orphanDependents?: boolean };
  readonly namespace?: string;
};

/** A list of steps of the original's end-to-end suite. */
type E2eCase = { readonly name: string; readonly given: Given };

/** All cases of the vector file. */
export const e2eCases: readonly E2eCase[] = readVectors<Given, unknown>('e2e');

type Play = (federation: Federation, given: Given) => Promise<void>;

/** Deletes the Service on the host with the options that a user gave. */
const removed = async (service: CaseService, options: Given['deleteOptions']): Promise<void> => {
  const status = await asKubectl(service.federation, {
    method: 'DELETE',
    path: service.path,
    body: { apiVersion: 'v1', kind: 'DeleteOptions', ...options },
  });
  // 202: the object is not gone yet, and its dependents were asked for too.
  assert.ok(status === 200 || status === 202, `HTTP ${status}`);
};

const plainService = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'federated-service' },
  spec: { selector: { foo: 'bar' }, ports: [{ port: 80 }] },
};

const create = (federation: Federation, namespace: string, authorization?: string) =>
  asKubectl(federation, {
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/services`,
    body: plainService,
    ...(authorization === undefined ? {} : { authorization }),
  });

const updateAnnotation = async (service: CaseService, cluster: string): Promise<void> => {
  const annotations = { 'example.com/note': 'updated' };
  await service.federation.sandbox.host.merge(service.path, { metadata: { annotations } });
  await eventually(`the annotation in ${cluster}`, async () => {
    const { metadata } = await awaitCopy(service, cluster);
    return metadata.annotations?.['example.com/note'] === 'updated' ? true : undefined;
  });
};

/** The step lists by the name of their case. */
export const e2ePlays: { readonly [name: string]: Play } = {
  'service: created without clusters': async (federation) => {
    const service = await createService(federation, { namespace: 'e2e-nowhere', clusters: [] });
    await removed(service, {});
    await awaitGone(service);
  },

  'service: cascade when orphanDependents=false': async (federation, { deleteOptions }) => {
    const service = await createService(federation, {
      namespace: 'e2e-cascade',
      clusters: ['a', 'f'],
      spec: { type: 'ClusterIP' },
    });
    await Promise.all(service.clusters.map((cluster) => awaitCopy(service, cluster)));
    await removed(service, deleteOptions);
    await awaitGone(service);
    await Promise.all(service.clusters.map((cluster) => awaitNoCopy(service, cluster)));
  },

  'admission: service in missing namespace refused': async (federation, { namespace }) => {
    assert.equal(await create(federation, namespace ?? ''), 404);
  },

  'authn: valid token': async (federation) => {
    assert.equal(await create(federation, 'default'), 201);
  },

  'authn: invalid basic auth': async (federation) => {
    const basic = `Basic ${Buffer.from('admin:wrong').toString('base64')}`;
    // 401 in the vector. Since Kubernetes 1.19 no server reads passwords: who sends one is nobody, who may not create.
    assert.equal(await create(federation, 'default', basic), 403);
  },

  'crud: generic lifecycle of a federated type': async (federation) => {
    const service = await createService(federation, {
      namespace: 'e2e-lifecycle',
      clusters: ['a', 'beta'],
    });
    await Promise.all(service.clusters.map((cluster) => awaitCopy(service, cluster)));
    await Promise.all(service.clusters.map((cluster) => updateAnnotation(service, cluster)));
    await removed(service, { orphanDependents: false });
    await awaitGone(service);
    await Promise.all(service.clusters.map((cluster) => awaitNoCopy(service, cluster)));
  },
};
