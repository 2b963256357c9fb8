import type { ClusterClient } from '../clusters/cluster-client.ts';
import { allNames, federatedNames } from '../federated-names.ts';
import type { KubeObject } from '../kubernetes/resource.ts';
import { type NameState, nameState } from '../name-state.ts';
import type { Topology } from '../topology.ts';
import { knownClusters, readClusters, withByHand } from './known-clusters.ts';
import type {
  ClusterReport,
  ConditionReport,
  CopyReport,
  RecordReport,
  ServiceReport,
  StatusReport,
} from './status-report.ts';

/** What a status report is drawn from. */
export type StatusSources = {
  readonly topology: Topology;
  readonly host: ClusterClient;
  readonly member: (name: string) => ClusterClient;
  readonly isRunning: (cluster: string) => boolean;
  readonly isDrained: (member: string, key: string) => boolean;
  readonly records: () => readonly RecordReport[];
  readonly isThrottled: () => boolean;
};

type Ingress = { readonly ip?: string; readonly hostname?: string };

type StatusFields = {
  readonly conditions?: readonly ConditionReport[];
  readonly loadBalancer?: { readonly ingress?: readonly Ingress[] };
};

// The cast trusts the API server, which validates what it stores.
const statusOf = (object: KubeObject | undefined): StatusFields =>
  (object?.['status'] ?? {}) as StatusFields;

const keyOf = ({ metadata }: KubeObject): string => `${metadata.namespace}/${metadata.name}`;

const federatedPath = `/api/v1/services?labelSelector=${encodeURIComponent('federation.seamark.dev/enabled=true')}`;
const ingressesAnnotation = 'federation.kubernetes.io/service-ingresses';

type MemberContent = {
  readonly services: ReadonlyMap<string, KubeObject>;
  readonly slices: readonly KubeObject[];
};

const contentOf = async (client: ClusterClient): Promise<MemberContent> => {
  const [services, slices] = await Promise.all([
    client.list('/api/v1/services'),
    client.list('/apis/discovery.k8s.io/v1/endpointslices'),
  ]);
  return {
    services: new Map(services.items.map((item) => [keyOf(item), item])),
    slices: slices.items,
  };
};

type Endpoint = {
  readonly addresses: readonly string[];
  readonly conditions?: { readonly ready?: boolean };
};

const readyEndpoints = (key: string, slices: readonly KubeObject[]): number => {
  const [namespace, service] = key.split('/');
  const ready = slices
    .filter(
      ({ metadata }) =>
        metadata.namespace === namespace &&
        metadata.labels?.['kubernetes.io/service-name'] === service,
    )
    // The cast trusts the API server, which validates what it stores.
    .flatMap((slice) => (slice['endpoints'] ?? []) as readonly Endpoint[])
    .filter(({ conditions }) => conditions?.ready !== false)
    .flatMap(({ addresses }) => addresses);
  return new Set(ready).size;
};

const addressesOf = (ingress: readonly Ingress[]): readonly string[] =>
  ingress.map(({ ip, hostname }) => ip ?? hostname ?? '');

type StoredIngresses = {
  readonly items?: readonly {
    readonly cluster: string;
    readonly items: readonly Ingress[] | null;
  }[];
};

/** What the host's Service names for a cluster, which Seamark writes; nothing where anybody else wrote there. */
const namedFor = (cluster: string, { metadata }: KubeObject): readonly string[] => {
  try {
    // The cast trusts Seamark; what is of another form ends in the catch.
    const stored = JSON.parse(
      metadata.annotations?.[ingressesAnnotation] ?? '{}',
    ) as StoredIngresses;
    return addressesOf(stored.items?.find((item) => item.cluster === cluster)?.items ?? []);
  } catch {
    return [];
  }
};

const copyReport = (
  sources: StatusSources,
  { name, membership, byHand }: ClusterReport,
  service: KubeObject,
  content: MemberContent | undefined,
): CopyReport => {
  const key = keyOf(service);
  if (content === undefined)
    return {
      cluster: name,
      membership,
      state: byHand === true ? 'unseen' : 'unknown',
      addresses: namedFor(name, service),
      readyEndpoints: 0,
      drained: false,
    };
  const copy = content.services.get(key);
  return {
    cluster: name,
    membership,
    state: copy === undefined ? 'none' : 'copy',
    addresses: addressesOf(statusOf(copy).loadBalancer?.ingress ?? []),
    readyEndpoints: copy ? readyEndpoints(key, content.slices) : 0,
    drained: sources.isDrained(name, key),
  };
};

/** What a hosted zone holds at each name, by name; CNAME targets that are the name above count as falling up. */
const statesOf = (
  names: ReturnType<typeof federatedNames>,
  records: readonly RecordReport[],
): { readonly [name: string]: NameState } =>
  Object.fromEntries(
    allNames(names).map(({ name, up }) => {
      const here = records.filter((record) => record.name === name);
      const target = here.find(({ type }) => type === 'CNAME')?.values[0];
      const addresses = here
        .filter(({ type }) => type === 'A' || type === 'AAAA')
        .flatMap(({ values }) => values);
      return [name, nameState({ addresses, ...(target === undefined ? {} : { target }) }, up)];
    }),
  );

/** What is in the clusters that can be looked into, by their names. */
const contentsOf = async ({
  topology,
  isRunning,
  member,
}: StatusSources): Promise<ReadonlyMap<string, MemberContent>> => {
  const looked = await Promise.all(
    topology.members
      .filter(({ name }) => isRunning(name))
      .map(async ({ name }) => {
        const content = await contentOf(member(name)).catch(() => undefined);
        return content === undefined ? [] : [[name, content] as const];
      }),
  );
  return new Map(looked.flat());
};

/** Looks at all clusters and the hosted zone; throws if the host does not answer. */
export const reportStatus = async (sources: StatusSources): Promise<StatusReport> => {
  const { topology, host, records, isRunning } = sources;
  const [registered, services, contents] = await Promise.all([
    readClusters(host),
    host.list(federatedPath),
    contentsOf(sources),
  ]);
  const clusters = knownClusters(topology, registered ?? [], isRunning);
  const federation = withByHand(topology, clusters);
  const stored = records();
  const serviceReport = (service: KubeObject): ServiceReport => {
    const key = keyOf(service);
    const names = federatedNames(federation, key);
    return {
      key,
      deleting: service.metadata.deletionTimestamp !== undefined,
      conditions: (statusOf(service).conditions ?? []).map(({ type, status, reason, message }) => ({
        type,
        status,
        reason,
        message,
      })),
      copies: clusters.map((cluster) =>
        copyReport(sources, cluster, service, contents.get(cluster.name)),
      ),
      names,
      states: statesOf(names, stored),
    };
  };
  return {
    federation: topology.federation,
    zone: topology.zone,
    route53Throttled: sources.isThrottled(),
    knowsClusters: registered !== undefined,
    clusters,
    services: services.items.map(serviceReport),
  };
};
