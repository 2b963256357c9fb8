import type { ServiceKey } from '../../core/model/service-key.ts';

/** Field manager of everything that Seamark applies or patches. */
export const fieldManager = 'seamark';

/** Collection of all Services. */
export const allServicesPath = '/api/v1/services';

/** Collection of the Services of a namespace. */
export const servicesPath = (namespace: string): string => `${namespacePath(namespace)}/services`;

/** Collection of all Nodes. */
export const nodesPath = '/api/v1/nodes';

/** Collection of all Namespaces. */
export const namespacesPath = '/api/v1/namespaces';

/** Collection of the `Cluster` objects (infra/manifests/cluster-crd.yaml). */
export const clustersPath = '/apis/federation.seamark.dev/v1beta1/clusters';

/** One Service. */
export const servicePath = (key: ServiceKey): string =>
  `${namespacePath(key.namespace)}/services/${encodeURIComponent(key.name)}`;

/** One Endpoints object. */
export const endpointsPath = (key: ServiceKey): string =>
  `${namespacePath(key.namespace)}/endpoints/${encodeURIComponent(key.name)}`;

/** One Secret. */
export const secretPath = (namespace: string, name: string): string =>
  `${namespacePath(namespace)}/secrets/${encodeURIComponent(name)}`;

/** Collection of the Events of a namespace. */
export const eventsPath = (namespace: string): string => `${namespacePath(namespace)}/events`;

/** One Event. */
export const eventPath = (namespace: string, name: string): string =>
  `${eventsPath(namespace)}/${encodeURIComponent(name)}`;

/** Collection of all EndpointSlices. */
export const allEndpointSlicesPath = '/apis/discovery.k8s.io/v1/endpointslices';

/** Collection of the EndpointSlices of a namespace. */
export const endpointSlicesPath = (namespace: string): string =>
  `/apis/discovery.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/endpointslices`;

/** One `Cluster` object. */
export const clusterPath = (name: string): string => `${clustersPath}/${encodeURIComponent(name)}`;

const namespacePath = (namespace: string): string =>
  `${namespacesPath}/${encodeURIComponent(namespace)}`;
