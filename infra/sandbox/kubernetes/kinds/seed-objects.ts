import { createHash } from 'node:crypto';
import type { Seed } from '../access/bootstrap-roles.ts';
import type { KubeObject } from '../resource.ts';
import { API_CLUSTER_IP } from './allocators.ts';
import { type Bag, bagOf, textOf } from './object/json-access.ts';

function uidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}

function seeded(clusterName: string, now: number, object: Bag & Pick<Seed, 'kind'>) {
  const { metadata, ...rest } = object;
  const named = bagOf(metadata);
  return {
    apiVersion: 'v1',
    ...rest,
    metadata: {
      ...named,
      name: textOf(named['name']) ?? '',
      uid: uidFrom(`${clusterName}/${object.kind}/${named['name']}`),
      resourceVersion: '',
      creationTimestamp: `${new Date(now).toISOString().slice(0, 19)}Z`,
    },
  };
}

const API_PORT = { name: 'https', protocol: 'TCP', port: 443, targetPort: 6443 } as const;

const apiService = {
  kind: 'Service',
  metadata: {
    name: 'kubernetes',
    namespace: 'default',
    labels: { component: 'apiserver', provider: 'kubernetes' },
  },
  spec: {
    ports: [API_PORT],
    clusterIP: API_CLUSTER_IP,
    clusterIPs: [API_CLUSTER_IP],
    type: 'ClusterIP',
    sessionAffinity: 'None',
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
    internalTrafficPolicy: 'Cluster',
  },
  status: { loadBalancer: {} },
} as const;

/**
 * What a new cluster holds from its first moment (`now`, epoch milliseconds), for storing without a strategy: the
 * namespaces `default`, `kube-system` and `kube-public`, the Service of the API itself, and `more`.
 */
export function seedObjects(
  clusterName: string,
  now: number,
  more: readonly Seed[],
): readonly KubeObject[] {
  const names = ['default', 'kube-system', 'kube-public'];
  const spaces = names.map((name) => ({
    kind: 'Namespace',
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  }));
  return [...spaces, apiService, ...more].map((object) => seeded(clusterName, now, object));
}
