import { isDeepStrictEqual } from 'node:util';
import type { ClusterClient, Manifest } from '../clusters/cluster-client.ts';
import type { SandboxNode } from '../clusters/nodes.ts';
import type { KubeObject } from '../kubernetes/resource.ts';
import { endpointSlices, endpointsObject } from './endpoint-objects.ts';
import type { ServiceFacts } from './service-facts.ts';

const slicesPath = (namespace: string): string =>
  `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`;
const endpointsPath = (namespace: string): string => `/api/v1/namespaces/${namespace}/endpoints`;

const ownSlices = async (
  client: ClusterClient,
  namespace: string,
  service: string,
): Promise<readonly KubeObject[]> => {
  const selector = `kubernetes.io/service-name=${service},endpointslice.kubernetes.io/managed-by=endpointslice-controller.k8s.io`;
  const query = `?labelSelector=${encodeURIComponent(selector)}`;
  return (await client.list(`${slicesPath(namespace)}${query}`)).items;
};

const holds = (stored: KubeObject, wanted: Manifest): boolean =>
  Object.entries(wanted)
    .filter(([field]) => !['apiVersion', 'kind', 'metadata'].includes(field))
    .every(([field, value]) => isDeepStrictEqual(stored[field], value)) &&
  isDeepStrictEqual(stored.metadata.labels ?? {}, wanted.metadata['labels']);

const ensure = async (
  client: ClusterClient,
  path: string,
  wanted: Manifest,
  stored: KubeObject | undefined,
): Promise<void> => {
  if (!stored) {
    await client.create(path, wanted);
    return;
  }
  if (holds(stored, wanted)) return;
  const { resourceVersion } = stored.metadata;
  const metadata = { ...wanted.metadata, resourceVersion };
  await client.replace(`${path}/${wanted.metadata.name}`, { ...wanted, metadata });
};

/**
 * Makes a Service's EndpointSlices and Endpoints what its pods are; writes only what differs. Slices of an earlier
 * Service of that name go.
 */
export const writeEndpoints = async (
  client: ClusterClient,
  service: ServiceFacts,
  pods: { readonly nodes: readonly SandboxNode[]; readonly drained: boolean },
): Promise<void> => {
  const slices = endpointSlices(service, pods.nodes, pods.drained);
  const stored = await ownSlices(client, service.namespace, service.name);
  const path = slicesPath(service.namespace);
  const find = (name: string) => stored.find(({ metadata }) => metadata.name === name);
  for (const slice of slices) await ensure(client, path, slice, find(slice.metadata.name));
  const wanted = new Set(slices.map(({ metadata }) => metadata.name));
  for (const { metadata } of stored)
    if (!wanted.has(metadata.name)) await client.remove(`${path}/${metadata.name}`);
  const endpoints = endpointsObject(service, pods.nodes, pods.drained);
  const classic = endpointsPath(service.namespace);
  await ensure(client, classic, endpoints, await client.read(`${classic}/${service.name}`));
};

/** Removes the EndpointSlices and Endpoints of a Service that is gone. */
export const removeEndpoints = async (client: ClusterClient, key: string): Promise<void> => {
  const [namespace = '', name = ''] = key.split('/');
  for (const { metadata } of await ownSlices(client, namespace, name))
    await client.remove(`${slicesPath(namespace)}/${metadata.name}`);
  await client.remove(`${endpointsPath(namespace)}/${name}`);
};
