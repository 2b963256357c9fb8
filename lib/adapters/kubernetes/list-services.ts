import type { ServiceObject } from '../../core/model/service-object.ts';
import type { ListOptions, Page } from '../../ports/federated-services.ts';
import type { SliceEndpoints } from '../../ports/member-clusters.ts';
import type { ApiCall, ApiClient } from './api-client.ts';
import {
  allEndpointSlicesPath,
  allServicesPath,
  endpointSlicesPath,
  servicesPath,
} from './api-paths.ts';
import { readPage } from './list-pages.ts';
import { readyAddresses } from './ready-endpoints.ts';
import { listedSliceSchema, readAs } from './schema.ts';
import { translateService } from './translate-service.ts';

/** One page of the Services of a cluster, in the order of the keys that the API server stores them under. */
export const listServices = async (
  client: ApiClient,
  { labelSelector, namespace, next }: ListOptions,
  signal: AbortSignal | undefined,
): Promise<Page<ServiceObject>> => {
  const what = 'list Services';
  const path = namespace === undefined ? allServicesPath : servicesPath(namespace);
  const call: ApiCall = { what, method: 'GET', path, query: selecting(labelSelector), signal };
  const read = (item: unknown): ServiceObject => translateService(item, `${what} ${client.place}`);
  return await readPage(client, call, { next, read });
};

/** One page of the EndpointSlices of a cluster; one that names no Service is left out. */
export const listSlices = async (
  client: ApiClient,
  { labelSelector, namespace, next }: ListOptions,
  signal: AbortSignal | undefined,
): Promise<Page<SliceEndpoints>> => {
  const what = 'list EndpointSlices';
  const path = namespace === undefined ? allEndpointSlicesPath : endpointSlicesPath(namespace);
  const call: ApiCall = { what, method: 'GET', path, query: selecting(labelSelector), signal };
  const read = (item: unknown) => endpointsOf(item, `${what} ${client.place}`);
  const page = await readPage(client, call, { next, read });
  return { ...page, items: page.items.flat() };
};

const endpointsOf = (item: unknown, what: string): readonly SliceEndpoints[] => {
  const slice = readAs(listedSliceSchema, item, what);
  const name = slice.metadata.labels?.['kubernetes.io/service-name'];
  if (name === undefined) return [];
  return [{ key: { namespace: slice.metadata.namespace, name }, ready: readyAddresses(slice) }];
};

const selecting = (labelSelector: string): { readonly labelSelector?: string } =>
  labelSelector === '' ? {} : { labelSelector };
