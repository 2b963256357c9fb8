import type { ClusterClient } from '../../../infra/sandbox/clusters/cluster-client.ts';

/** Where the Service shop/web is, in any cluster. */
export const servicePath = '/api/v1/namespaces/shop/services/web';

/** Its key in the work queue. */
export const serviceKey = 'service/shop/web';

/** Declares the Service shop/web on the host. */
export const declareService = async (host: ClusterClient): Promise<void> => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
  await host.create('/api/v1/namespaces', namespace);
  await host.create('/api/v1/namespaces/shop/services', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', labels: { 'federation.seamark.dev/enabled': 'true' } },
    spec: { type: 'LoadBalancer', ports: [{ name: 'http', port: 80 }] },
  });
};

/** Gives the copy in a member what its cloud and its endpoint controller would: an address and a ready pod. */
export const serveCopy = async (member: ClusterClient, ip: string): Promise<void> => {
  await member.merge(`${servicePath}/status`, { status: { loadBalancer: { ingress: [{ ip }] } } });
  await member.create('/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices', {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'web-1', labels: { 'kubernetes.io/service-name': 'web' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.64.1.5'], conditions: { ready: true } }],
    ports: [{ name: 'http', port: 80 }],
  });
};
