import type { ClusterClient } from '../clusters/cluster-client.ts';
import { allNames, federatedNames } from '../federated-names.ts';
import type { KubeObject } from '../kubernetes/resource.ts';
import { type NameState, nameState } from '../name-state.ts';
import type { Member, Topology } from '../topology.ts';
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

type StatusFields = {
  readonly conditions?: readonly ConditionReport[];
  readonly loadBalancer?: {
    readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[];
  };
};

// The cast trusts the API server, which validates what it stores.
const statusOf = (object: KubeObject | undefined): StatusFields =>
  (object?.['status'] ?? {}) as StatusFields;

const keyOf = ({ metadata }: KubeObject): string => `${metadata.namespace}/${metadata.name}`;

const federatedPath = `/api/v1/services?labelSelector=${encodeURIComponent('federation.seamark.dev/enabled=true')}`;
const clustersPath = '/apis/federation.seamark.dev/v1beta1/clusters';

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

const copyReport = (
  sources: StatusSources,
  cluster: string,
  key: string,
  content: MemberContent | undefined,
): CopyReport => {
  const copy = content?.services.get(key);
  const ingress = statusOf(copy).loadBalancer?.ingress ?? [];
  return {
    cluster,
    state: content === undefined ? 'unknown' : copy === undefined ? 'none' : 'copy',
    addresses: ingress.map(({ ip, hostname }) => ip ?? hostname ?? ''),
    readyEndpoints: copy && content ? readyEndpoints(key, content.slices) : 0,
    drained: sources.isDrained(cluster, key),
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

const clusterReport = (
  sources: StatusSources,
  member: Member,
  registered: readonly KubeObject[],
): ClusterReport => {
  const { conditions = [] } = statusOf(
    registered.find(({ metadata }) => metadata.name === member.name),
  );
  const ready = conditions.find(({ type }) => type === 'Ready');
  return {
    name: member.name,
    region: member.region,
    zones: member.zones,
    running: sources.isRunning(member.name),
    ready: ready?.status === 'True',
    reason: ready?.reason ?? '',
  };
};

/** Looks at all clusters and the hosted zone; throws if the host does not answer. */
export const reportStatus = async (sources: StatusSources): Promise<StatusReport> => {
  const { topology, host, records, isRunning, member } = sources;
  const [clusters, services, contents] = await Promise.all([
    host.list(clustersPath),
    host.list(federatedPath),
    Promise.all(
      topology.members.map(async ({ name }) =>
        isRunning(name) ? contentOf(member(name)).catch(() => undefined) : undefined,
      ),
    ),
  ]);
  const stored = records();
  const serviceReport = (service: KubeObject): ServiceReport => {
    const key = keyOf(service);
    const names = federatedNames(topology, key);
    return {
      key,
      deleting: service.metadata.deletionTimestamp !== undefined,
      conditions: (statusOf(service).conditions ?? []).map(({ type, status, reason, message }) => ({
        type,
        status,
        reason,
        message,
      })),
      copies: topology.members.map(({ name }, index) =>
        copyReport(sources, name, key, contents[index]),
      ),
      names,
      states: statesOf(names, stored),
    };
  };
  return {
    federation: topology.federation,
    zone: topology.zone,
    route53Throttled: sources.isThrottled(),
    clusters: topology.members.map((each) => clusterReport(sources, each, clusters.items)),
    services: services.items.map(serviceReport),
  };
};
