import type { ClusterName, DataPlaneLook } from '../model/cluster.ts';
import { fingerprint } from '../model/fingerprint.ts';
import type { IngressAddress, ServiceObject } from '../model/service-object.ts';

/** Where clients reach a federated Service in one cluster. */
export type Target = { readonly address: string; readonly port: number };

/** One address that a cluster publishes for a Service. */
export type Published = {
  readonly cluster: ClusterName;
  /** Absent if the Service has no TCP port, which alone can be tried without speaking the Service's protocol. */
  readonly target?: Target;
};

type ClusterAddresses = {
  readonly cluster: ClusterName;
  readonly items: readonly IngressAddress[] | null;
};

/** What a federated Service publishes, from its ingress annotation. */
export const publishedBy = (
  service: ServiceObject,
  ingresses: readonly ClusterAddresses[],
): readonly Published[] => {
  const port = tcpPort(service);
  return ingresses.flatMap(({ cluster, items }) =>
    (items ?? []).flatMap(({ ip, hostname }): readonly Published[] => {
      const address = ip ?? hostname;
      if (address === undefined) return [];
      return [port === undefined ? { cluster } : { cluster, target: { address, port } }];
    }),
  );
};

const tcpPort = (service: ServiceObject): number | undefined => {
  const ports = service.spec['ports'];
  const numbers = Array.isArray(ports) ? ports.map(portNumber) : [];
  return numbers.find((port) => port !== undefined);
};

const portNumber = (value: unknown): number | undefined => {
  const { port, protocol } = Object(value);
  return typeof port === 'number' && (protocol ?? 'TCP') === 'TCP' ? port : undefined;
};

/** Up to `limit` different targets of one cluster, the same ones each time, spread over its Services. */
export const sampleTargets = (
  published: readonly Published[],
  cluster: ClusterName,
  limit: number,
): readonly Target[] => {
  const targets = new Map<string, Target>();
  for (const { cluster: owner, target } of published) {
    if (owner === cluster && target) targets.set(fingerprint(target), target);
  }
  return [...targets]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .slice(0, limit)
    .map(([, target]) => target);
};

/** What trying a target came to; `unknown` says nothing about the target, such as a name that could not be looked up. */
export type Attempt = 'open' | 'closed' | 'unknown';

/** What the attempts on one cluster say together; undefined if they prove nothing: any doubt keeps a cluster's addresses. */
export const evidenceOf = (attempts: readonly Attempt[]): DataPlaneLook | undefined => {
  if (attempts.includes('open')) return 'answers';
  return attempts.length > 0 && attempts.every((one) => one === 'closed') ? 'fails' : undefined;
};
