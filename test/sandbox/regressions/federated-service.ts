import { isDeepStrictEqual } from 'node:util';
import type { RecordReport } from '../../../infra/sandbox/control/status-report.ts';
import type { JsonObject, KubeObject } from '../../../infra/sandbox/kubernetes/resource.ts';
import { conditionOf, eventually, type Federation, type SeenCondition } from './federation.ts';
import { suiteTopology } from './suite-topology.ts';

/** A federated Service of one case: `nginx` in a namespace of its own. */
export type CaseService = {
  readonly federation: Federation;
  readonly namespace: string;
  /** Path in the API of any cluster. */
  readonly path: string;
  /** The clusters that it is placed in. */
  readonly clusters: readonly string[];
};

/** What a case says of its Service. */
export type ServiceOptions = {
  readonly namespace: string;
  readonly clusters: readonly string[];
  readonly spec?: JsonObject;
};

const name = 'nginx';
/** TTL of the vectors, in seconds. */
const ttlSeconds = 180;
const ingressAnnotation = 'federation.kubernetes.io/service-ingresses';

/** Creates the Service on the host, placed in the named clusters. */
export const createService = async (
  federation: Federation,
  { namespace, clusters, spec }: ServiceOptions,
): Promise<CaseService> => {
  const { host } = federation.sandbox;
  await host.create('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  const collection = `/api/v1/namespaces/${namespace}/services`;
  const selector = [{ key: 'name', operator: 'in', values: [...clusters] }];
  await host.create(collection, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name,
      labels: { 'federation.seamark.dev/enabled': 'true' },
      annotations: {
        'federation.alpha.kubernetes.io/cluster-selector': JSON.stringify(selector),
        'federation.seamark.dev/dns-ttl': String(ttlSeconds),
      },
    },
    spec: { type: 'LoadBalancer', selector: { foo: 'bar' }, ports: [{ port: 80 }], ...spec },
  });
  return { federation, namespace, path: `${collection}/${name}`, clusters };
};

/** The Service on the host; throws if it is gone. */
export const onHost = async ({ federation, path }: CaseService): Promise<KubeObject> => {
  const object = await federation.sandbox.host.read(path);
  if (object) return object;
  throw new Error(`Cannot read ${path} on the host: it is gone`);
};

/** The object of that name in a member; undefined if there is none. */
export const copyIn = (
  { federation, path }: CaseService,
  cluster: string,
): Promise<KubeObject | undefined> => federation.sandbox.member(cluster).read(path);

/** Waits for the Service's copy in a member. */
export const awaitCopy = (service: CaseService, cluster: string): Promise<KubeObject> =>
  eventually(`a copy of ${service.namespace}/${name} in ${cluster}`, () =>
    copyIn(service, cluster),
  );

/** Waits until a member has no copy. */
export const awaitNoCopy = (service: CaseService, cluster: string): Promise<true> =>
  eventually(`the end of the copy in ${cluster}`, async () =>
    (await copyIn(service, cluster)) === undefined ? true : undefined,
  );

/** Waits until the host has the Service no more. */
export const awaitGone = ({ federation, path }: CaseService): Promise<true> => {
  let last: KubeObject | undefined;
  return eventually(
    `the end of ${path} on the host`,
    async () => {
      last = await federation.sandbox.host.read(path);
      return last === undefined ? true : undefined;
    },
    { whyNot: () => JSON.stringify(last?.['status']) },
  );
};

type Ingress = { readonly ip?: string; readonly hostname?: string };

/** Load-balancer addresses in the status of a Service, host names included. */
export const addressesIn = (object: KubeObject | undefined): readonly string[] => {
  // The cast trusts the API server, which validates what it stores.
  const status = object?.['status'] as {
    readonly loadBalancer?: { readonly ingress?: readonly Ingress[] };
  };
  return (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname ?? '');
};

/** Waits for the address that a member's cloud gives. */
export const awaitAddress = (service: CaseService, cluster: string): Promise<string> =>
  eventually(`an address of ${service.namespace}/${name} in ${cluster}`, async () => {
    const [address] = addressesIn(await copyIn(service, cluster));
    return address;
  });

/** What users see of the Service's addresses: the status, and the annotation by cluster. */
export const federatedStatus = (object: KubeObject) => ({
  addresses: addressesIn(object),
  annotation: object.metadata.annotations?.[ingressAnnotation],
});

/** Waits until a condition of the Service is as wanted. */
export const awaitCondition = (
  service: CaseService,
  type: string,
  holds: (condition: SeenCondition) => boolean,
): Promise<SeenCondition> => {
  let last: SeenCondition | undefined;
  return eventually(
    `condition ${type} of ${service.namespace}/${name}`,
    async () => {
      last = conditionOf(await service.federation.sandbox.host.read(service.path), type);
      return last !== undefined && holds(last) ? last : undefined;
    },
    { whyNot: () => JSON.stringify(last) },
  );
};

/** The Service's own end of every DNS name. */
export const prefixOf = ({ namespace }: CaseService): string =>
  `${name}.${namespace}.${suiteTopology.federation}.svc`;

/** The Service's record sets of the types that Seamark writes, as the zone holds them, sorted. */
export const recordsOf = (service: CaseService): readonly RecordReport[] =>
  service.federation.sandbox.controls
    .records()
    .filter(({ name: owner, type }) => isOurs(owner, type, prefixOf(service)))
    .sort((left, right) => (left.name < right.name ? -1 : 1));

const isOurs = (owner: string, type: string, prefix: string): boolean =>
  owner.startsWith(`${prefix}.`) && ['A', 'AAAA', 'CNAME'].includes(type);

/** Waits until the zone holds exactly these sets for the Service. */
export const awaitRecords = (
  service: CaseService,
  wanted: readonly RecordReport[],
): Promise<true> => {
  let status: unknown;
  return eventually(
    `the records of ${service.namespace}/${name}`,
    async () => {
      if (isDeepStrictEqual(recordsOf(service), wanted)) return true;
      status = (await service.federation.sandbox.host.read(service.path))?.['status'];
      return undefined;
    },
    { whyNot: () => JSON.stringify({ found: recordsOf(service), wanted, status }, undefined, 1) },
  );
};

/**
 * Makes Seamark pass over the Service once more and waits for the trace: it mends the annotation, whose text is no user's (W52).
 */
export const awaitAnotherPass = async (service: CaseService): Promise<void> => {
  const { host } = service.federation.sandbox;
  const broken = 'not JSON';
  await host.merge(service.path, { metadata: { annotations: { [ingressAnnotation]: broken } } });
  await eventually(`another pass over ${service.namespace}/${name}`, async () => {
    const { annotation } = federatedStatus(await onHost(service));
    return annotation === broken ? undefined : true;
  });
};
