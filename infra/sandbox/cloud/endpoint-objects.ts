import { createHash } from 'node:crypto';
import type { Manifest } from '../clusters/cluster-client.ts';
import type { SandboxNode } from '../clusters/nodes.ts';
import type { JsonObject } from '../kubernetes/resource.ts';
import type { EndpointPort, ServiceFacts } from './service-facts.ts';

type Pod = { readonly node: SandboxNode; readonly number: number };

/** One pod a node; its number comes from the Service's name, so that two Services seldom share a pod. */
const podsOf = (service: ServiceFacts, nodes: readonly SandboxNode[]): readonly Pod[] => {
  const hash = createHash('sha256').update(`${service.namespace}/${service.name}`).digest();
  const number = 10 + (hash.readUInt16BE(0) % 240);
  return nodes.map((node) => ({ node, number }));
};

const podAddress = ({ node, number }: Pod, family: 'IPv4' | 'IPv6'): string =>
  family === 'IPv4'
    ? `${node.podPrefix}.${number}`
    : `fd00:${node.podPrefix.split('.').slice(1).join(':')}::${number.toString(16)}`;

const slicePort = ({ name, protocol, port, appProtocol }: EndpointPort): JsonObject => ({
  name,
  protocol,
  port,
  ...(appProtocol === undefined ? {} : { appProtocol }),
});

const subsetPort = ({ name, protocol, port, appProtocol }: EndpointPort): JsonObject => ({
  ...(name === '' ? {} : { name }),
  port,
  protocol,
  ...(appProtocol === undefined ? {} : { appProtocol }),
});

/** Name of the Service's slice for one address family; the same each time. */
const sliceName = (service: ServiceFacts, family: string): string => {
  const hash = createHash('sha256').update(`${service.uid} ${family}`).digest('hex').slice(0, 5);
  return `${service.name}-${hash}`;
};

/**
 * The EndpointSlices (discovery.k8s.io/v1) that the endpoint slice controller would keep for a Service with one pod a
 * node. Pods of a drained Service are there, but not ready.
 */
export const endpointSlices = (
  service: ServiceFacts,
  nodes: readonly SandboxNode[],
  drained: boolean,
): readonly Manifest[] =>
  service.families.map((family) => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: sliceName(service, family),
      namespace: service.namespace,
      labels: {
        ...service.labels,
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        'kubernetes.io/service-name': service.name,
      },
      ownerReferences: [
        {
          apiVersion: 'v1',
          kind: 'Service',
          name: service.name,
          uid: service.uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    addressType: family,
    endpoints: podsOf(service, nodes).map((pod) => ({
      addresses: [podAddress(pod, family)],
      conditions: { ready: !drained, serving: !drained, terminating: false },
      nodeName: pod.node.name,
      zone: pod.node.zone,
    })),
    ...(service.ports.length > 0 ? { ports: service.ports.map(slicePort) } : {}),
  }));

/** The classic Endpoints object (core/v1) of a Service, which lists the first address family only. */
export const endpointsObject = (
  service: ServiceFacts,
  nodes: readonly SandboxNode[],
  drained: boolean,
): Manifest => {
  const family = service.families[0] ?? 'IPv4';
  const addresses = podsOf(service, nodes).map((pod) => ({
    ip: podAddress(pod, family),
    nodeName: pod.node.name,
  }));
  return {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: {
      name: service.name,
      namespace: service.namespace,
      labels: { ...service.labels, 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' },
    },
    subsets: [
      {
        ...(drained ? { notReadyAddresses: addresses } : { addresses }),
        ...(service.ports.length > 0 ? { ports: service.ports.map(subsetPort) } : {}),
      },
    ],
  };
};
