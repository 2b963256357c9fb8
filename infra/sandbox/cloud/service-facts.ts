import type { JsonObject, KubeObject } from '../kubernetes/resource.ts';
import type { IngressPoint } from './addresses.ts';

/** One port as the pods behind a Service serve it. */
export type EndpointPort = {
  /** Empty for the only port of a Service that names none. */
  readonly name: string;
  readonly protocol: string;
  readonly port: number;
  readonly appProtocol?: string;
};

/** What the simulated cloud needs to know of a Service. */
export type ServiceFacts = {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly labels: { readonly [key: string]: string };
  readonly deleting: boolean;
  /** Type LoadBalancer and no class that another controller answers for. */
  readonly wantsLoadBalancer: boolean;
  /** Has a selector and is not an ExternalName. */
  readonly selectsPods: boolean;
  readonly families: readonly ('IPv4' | 'IPv6')[];
  readonly ports: readonly EndpointPort[];
  readonly ingress: readonly IngressPoint[];
};

type ServicePort = {
  readonly name?: string;
  readonly protocol?: string;
  readonly port: number;
  readonly targetPort?: number | string;
  readonly appProtocol?: string;
};

type Service = KubeObject & {
  readonly spec?: {
    readonly type?: string;
    readonly loadBalancerClass?: string;
    readonly selector?: JsonObject;
    readonly ipFamilies?: readonly ('IPv4' | 'IPv6')[];
    readonly ports?: readonly ServicePort[];
  };
  readonly status?: { readonly loadBalancer?: { readonly ingress?: readonly IngressPoint[] } };
};

/** What the pods of the sandbox listen on where a Service names its target port instead of numbering it. */
const namedTargetPort = 8080;

const endpointPort = (port: ServicePort): EndpointPort => ({
  name: port.name ?? '',
  protocol: port.protocol ?? 'TCP',
  port: typeof port.targetPort === 'string' ? namedTargetPort : (port.targetPort ?? port.port),
  ...(port.appProtocol === undefined ? {} : { appProtocol: port.appProtocol }),
});

/** `namespace/name` of an object. */
export const keyOf = (object: KubeObject): string =>
  `${object.metadata.namespace ?? ''}/${object.metadata.name}`;

/** Reads a Service as the API server stores it. */
export const serviceFacts = (object: KubeObject): ServiceFacts => {
  // The cast trusts the API server, which stores only valid Services under this path.
  const { metadata, spec = {}, status } = object as Service;
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    uid: metadata.uid,
    labels: metadata.labels ?? {},
    deleting: metadata.deletionTimestamp !== undefined,
    wantsLoadBalancer: spec.type === 'LoadBalancer' && spec.loadBalancerClass === undefined,
    selectsPods: spec.type !== 'ExternalName' && Object.keys(spec.selector ?? {}).length > 0,
    families: spec.ipFamilies ?? ['IPv4'],
    ports: (spec.ports ?? []).map(endpointPort),
    ingress: status?.loadBalancer?.ingress ?? [],
  };
};
