import { prices } from './prices.ts';

/** What a month's bill follows from. */
export type Usage = {
  /** Federated Services. */
  readonly services: number;
  /** Member clusters. */
  readonly clusters: number;
  /** Minutes between two resyncs; each lists every Service. */
  readonly resyncMinutes: number;
  /** Minutes between two looks at the clusters. */
  readonly healthMinutes: number;
  /** Changes of a Service that change its names, a day. */
  readonly changesPerDay: number;
  /** Time of an invocation of functions/reconcile-service, its slowest pass. */
  readonly invocationSeconds: number;
};

/** A federation of three clusters as it is deployed by default, with what is assumed about its work. */
export const defaultUsage: Usage = {
  services: 100,
  clusters: 3,
  resyncMinutes: 10,
  healthMinutes: 1,
  changesPerDay: 4,
  invocationSeconds: 1,
};

/**
 * What a resync that finds nothing to do takes of the table: request, lease and settlement of its own key; where an earlier one stopped and
 * which zone was found; and everything once.
 */
export const idleResync = { writes: 3, reads: 2, scans: 1 } as const;

/** Services of a page of a list, and seconds that a page takes: the host's, those of all members side by side, and planning. */
const page = { services: 500, seconds: 0.8 };

/** Seconds of a resync beside its pages: connections, and the table. */
const resyncSeconds = 1;

/** Units of 4 KB, read eventually consistently at half the price, that row, ledger entry and marker of a Service take to scan. */
const scannedUnits = 1.25 / 2;

/** What a change of a Service's names takes on its way to Route 53 and back: passes over the Service and its zone, writes of the table. */
export const changedNames = { servicePasses: 2, zonePasses: 1, writes: 15, reads: 4 } as const;

/** Units of 4 KB that the ledger of a Service takes to read, and units of 1 KB that writing it takes: five to thirteen names. */
const ledgerUnits = { read: 2, write: 4 };

/** Writes of a change that carry the ledger. */
const ledgerWrites = 2;

const hours = 730;
const memoryGb = 0.5;
const resyncMemoryGb = 1;

/** KB of log: the line of a pass, what Lambda and the metrics add to each invocation, what a look at one cluster adds. */
const logKb = { pass: 0.4, invocation: 1, cluster: 0.5 };
const logGbOf = (kb: number): number => kb / 1e6;

/** Seconds of a look at the clusters and of publishing a zone, both at half a gigabyte. */
const seconds = { look: 1.5, publish: 1 };

/** Long polls of one queue's mapping in a month: five pollers, 20 s each (Lambda, "Using Lambda with Amazon SQS"). */
const idlePolls = (5 * hours * 3600) / 20;

/** Metrics that an idle federation writes, and those that each cluster adds (lib/core/model/metric.ts). */
export const idleMetrics = { fixed: 6, perCluster: 3 } as const;

/** One position of the bill, in dollars a month. */
export type Position = { readonly name: string; readonly dollars: number };

/**
 * The bill of a month, by what it is for. Left out is what depends on the surroundings: networks, audit logs, requests to the webhook,
 * DNS queries.
 */
export const monthlyCost = (usage: Usage): readonly Position[] => [
  { name: 'resyncs', dollars: resyncs(usage) },
  { name: 'changes', dollars: changes(usage) },
  { name: 'looks at the clusters', dollars: looks(usage) },
  { name: 'sweeps of the zone', dollars: sweeps(usage) },
  { name: 'idle queues', dollars: 3 * idlePolls * prices.queueRequest },
  {
    name: 'metrics',
    dollars: prices.metric * (idleMetrics.fixed + idleMetrics.perCluster * usage.clusters),
  },
  { name: 'alarms', dollars: prices.alarm * alarmsOf(usage) },
  { name: 'hosted zone', dollars: prices.hostedZone },
];

/** Sum of the bill. */
export const totalOf = (positions: readonly Position[]): number =>
  positions.reduce((sum, { dollars }) => sum + dollars, 0);

/** Alarms of a stack with all six functions: of queues, functions, metrics, and of each cluster that sends audit events. */
export const alarmsOf = ({ clusters }: Pick<Usage, 'clusters'>): number =>
  7 + 3 * 6 + 1 + 7 + clusters;

/** Price of one resync that finds nothing to do. */
export const idleResyncCost = ({ services }: Pick<Usage, 'services'>): number => {
  const pages = Math.max(1, Math.ceil(services / page.services));
  // How far it came is noted after each page but the last, and forgotten in the end.
  const notes = pages > 1 ? pages : 0;
  return (
    prices.lambdaRequest +
    resyncMemoryGb * (resyncSeconds + pages * page.seconds) * prices.lambdaGbSecond +
    (idleResync.writes + notes) * prices.writeUnit +
    (idleResync.reads + services * scannedUnits) * prices.readUnit +
    logGbOf(2 * logKb.pass + logKb.invocation) * prices.logGb
  );
};

const resyncs = (usage: Usage): number =>
  ((hours * 60) / usage.resyncMinutes) * idleResyncCost(usage);

const changes = ({ services, changesPerDay, invocationSeconds }: Usage): number => {
  const { servicePasses, zonePasses, writes, reads } = changedNames;
  const passes = servicePasses + zonePasses;
  const gbSeconds = memoryGb * (servicePasses * invocationSeconds + zonePasses * seconds.publish);
  const each =
    passes * prices.lambdaRequest +
    gbSeconds * prices.lambdaGbSecond +
    (writes + ledgerWrites * (ledgerUnits.write - 1)) * prices.writeUnit +
    reads * ledgerUnits.read * prices.readUnit +
    passes * 3 * prices.queueRequest +
    logGbOf(passes * (logKb.pass + logKb.invocation)) * prices.logGb;
  return ((services * changesPerDay * hours) / 24) * each;
};

const looks = ({ clusters, healthMinutes }: Usage): number => {
  const each =
    prices.lambdaRequest +
    memoryGb * seconds.look * prices.lambdaGbSecond +
    logGbOf(logKb.invocation + logKb.pass + clusters * logKb.cluster) * prices.logGb;
  return ((hours * 60) / healthMinutes) * each;
};

/** A sweep a day: the table is scanned at half the price of a read, the zone listed 300 records a call, five calls a second. */
const sweeps = ({ services, clusters }: Usage): number => {
  const pages = (services * (1 + 2 * clusters)) / 300;
  const each =
    services * (ledgerUnits.read / 2) * prices.readUnit +
    prices.lambdaRequest +
    memoryGb * (1 + pages / 5) * prices.lambdaGbSecond;
  return (hours / 24) * each;
};

/** Services at which the whole bill is that of an always-on controller of two pods, which needs zone, metrics and alarms as well. */
export const breakEven = (usage: Usage): number => {
  const besides = new Set(['metrics', 'alarms', 'hosted zone']);
  const costOf = (services: number): number =>
    totalOf(monthlyCost({ ...usage, services }).filter(({ name }) => !besides.has(name)));
  // A page more costs a little at once, so that the line is followed to where it crosses.
  let services = 0;
  while (costOf(services + 1) <= prices.podPair) services += 1;
  return services;
};
