import type {
  ClusterReport,
  CopyReport,
  RecordReport,
  ServiceReport,
  StatusReport,
} from '../control/status-report.ts';
import type { FederatedName } from '../federated-names.ts';
import { columns } from './columns.ts';
import { nameTree } from './name-tree.ts';
import type { Screen } from './screen.ts';

const clusterState = (cluster: ClusterReport): string => {
  const stopped = cluster.running === false ? ', stopped' : '';
  if (cluster.membership === 'none') return `not a member${stopped}`;
  const health = cluster.ready
    ? 'ready'
    : `not ready${cluster.reason ? `: ${cluster.reason}` : ''}`;
  const leaving = cluster.membership === 'leaving' ? ', leaving' : '';
  return `${health}${leaving}${stopped}${cluster.byHand ? ', joined by hand' : ''}`;
};

/** The clusters, one a line: name, region, zones, health. */
export const clusterLines = (clusters: readonly ClusterReport[]): readonly string[] =>
  columns(
    clusters.map((cluster) => [
      cluster.name,
      cluster.region || '-',
      cluster.zones.join(' ') || '-',
      clusterState(cluster),
    ]),
    '  ',
  );

const endpoints = (copy: CopyReport): string => {
  if (copy.state === 'unknown') return 'stopped';
  if (copy.state === 'unseen') return 'joined by hand';
  if (copy.membership === 'none')
    return copy.state === 'copy' ? 'not a member, copy left there' : 'not a member';
  if (copy.state === 'none') return 'no copy';
  const count = `${copy.readyEndpoints} ready endpoint${copy.readyEndpoints === 1 ? '' : 's'}`;
  return copy.drained ? `${count}, drained` : count;
};

/** The sandbox's functions have no other policy than the one that is the default. */
const whyKept = '(kept: its API is silent, and offlinePolicy preserve keeps addresses)';

const addresses = (copy: CopyReport): string => {
  const list = copy.addresses.join(' ') || '-';
  const kept = copy.state === 'unknown' && copy.addresses.length > 0;
  return kept ? `${list} ${whyKept}` : list;
};

/** What each cluster holds of a Service, one a line: name, endpoints, addresses. */
const copyLines = (copies: readonly CopyReport[]): readonly string[] =>
  columns(
    copies.map((copy) => [copy.cluster, endpoints(copy), addresses(copy)]),
    '  ',
  );

/** A name may still fall up after its endpoints came back: the record waits for its publication. */
const whyFallsUp =
  ({ copies }: ServiceReport) =>
  ({ clusters }: FederatedName): string =>
    copies.some(
      ({ cluster, membership, readyEndpoints }) =>
        clusters.includes(cluster) && membership === 'member' && readyEndpoints > 0,
    )
      ? 'change under way'
      : 'no ready endpoints';

const serviceLines = (service: ServiceReport, { paint, width }: Screen): readonly string[] => {
  const states = new Map(Object.entries(service.states));
  const [name = '', ...levels] = nameTree(service.names, states, width - 2, whyFallsUp(service));
  return [
    '',
    `${paint('bold', service.key)}${service.deleting ? ', being deleted' : ''}`,
    ...copyLines(service.copies),
    ...service.conditions.map(
      ({ type, status, reason, message }) =>
        `  ${paint(status === 'True' ? 'green' : 'yellow', `${type}=${status}`)} ${reason}: ${message}`,
    ),
    `  ${paint('bold', name)}`,
    ...levels.map((line) => `  ${line}`),
  ];
};

/** The page that `npm run sandbox -- status` shows. */
export const statusPage = (report: StatusReport, screen: Screen): readonly string[] => [
  `${screen.paint('bold', 'Clusters')} of federation ${report.federation}`,
  ...clusterLines(report.clusters),
  ...(report.knowsClusters
    ? []
    : [
        '',
        screen.paint(
          'yellow',
          'The host does not know the type Cluster: npx seamark manifests --host | kubectl apply -f - tells it',
        ),
      ]),
  ...(report.route53Throttled ? ['', screen.paint('yellow', 'Route 53 throttles every call')] : []),
  ...(report.services.length > 0
    ? report.services.flatMap((service) => serviceLines(service, screen))
    : ['', 'No federated Service yet: kubectl apply -f infra/sandbox/example-service.yaml']),
];

/** The page that `npm run sandbox -- records` shows: one value a line. */
export const recordsPage = (records: readonly RecordReport[]): readonly string[] =>
  columns(
    records.flatMap(({ name, type, ttlSeconds, values }) =>
      (values.length > 0 ? values : ['-']).map((value) => [
        name,
        String(ttlSeconds ?? '-'),
        type,
        value,
      ]),
    ),
  );
