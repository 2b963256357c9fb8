/**
 * Every metric that Seamark writes: its CloudWatch unit, whether one invocation's values are added up or kept as samples, and what it is
 * told apart by. Each name and value of a dimension is billed as a metric of its own, so a Service's key is never one
 * (Amazon CloudWatch pricing, "Custom metrics"). A count of zero is not written, and costs nothing. What Route 53 is asked is not told
 * apart by zone: its limits are the account's, and a federation has one zone.
 */
export const metrics = {
  /** Passes that held their key's lease. */
  Passes: { unit: 'Count', values: 'sum' },
  /** Passes that failed, in whatever way. */
  PassFailures: { unit: 'Count', values: 'sum' },
  /** Time of each pass, queue work included. */
  PassDurationMs: { unit: 'Milliseconds', values: 'samples' },
  /** Messages that met somebody else's lease. */
  LeasesRefused: { unit: 'Count', values: 'sum' },
  /** Passes that lost their lease while at work: a later holder wrote. */
  StaleFences: { unit: 'Count', values: 'sum' },
  /** Messages sent to ask for passes. */
  Enqueued: { unit: 'Count', values: 'sum' },
  /** Record sets that Route 53 accepted the creation or removal of. */
  Published: { unit: 'Count', values: 'sum' },
  /** Change batches that were sent, refused ones included. */
  Batches: { unit: 'Count', values: 'sum' },
  /** Calls to Route 53, throttled ones included. */
  Route53Calls: { unit: 'Count', values: 'sum' },
  /** Calls that Route 53 throttled, or refused while it was busy with the zone. */
  Route53Throttles: { unit: 'Count', values: 'sum' },
  /** Names that a run left blocked. */
  Quarantined: { unit: 'Count', values: 'sum' },
  /** Of these, names that the hosted zone had no room for. */
  NamesWithoutRoom: { unit: 'Count', values: 'sum' },
  /** Names at which a sweep found something else than the ledger says. */
  NamesDrifted: { unit: 'Count', values: 'sum' },
  /** 1 for each sweep that reached the end of its zone. */
  SweepCompleted: { unit: 'Count', values: 'sum' },
  /** Age of the oldest entry that waited for the run. */
  PendingOldestMs: { unit: 'Milliseconds', values: 'samples', by: 'zone' },
  /** 1 if a cluster is ready, else 0. Its minimum without a dimension is 0 while any cluster is not. */
  ClusterReady: { unit: 'Count', values: 'samples', by: 'cluster', total: true },
  /** Time of a cluster's answer to the health probe; nothing while it is silent. */
  ProbeMs: { unit: 'Milliseconds', values: 'samples', by: 'cluster' },
  /** Of a cluster that is not ready: 1 if its addresses are left out of the names, else 0. */
  Withdrawn: { unit: 'Count', values: 'samples', by: 'cluster' },
  /** Audit events that came through the webhook. */
  WebhookEvents: { unit: 'Count', values: 'sum' },
  /** Requests to the webhook without a valid token. */
  WebhookUnauthorized: { unit: 'Count', values: 'sum' },
  /** Audit events of one cluster, whatever way they came. */
  AuditEvents: { unit: 'Count', values: 'sum', by: 'cluster' },
  /** Services that a resync asked for passes over. */
  ResyncKeys: { unit: 'Count', values: 'sum' },
  /** 1 for each resync that reached its end. */
  ResyncCompleted: { unit: 'Count', values: 'sum' },
  /** 1 for each scheduled look at all clusters that reached its end. */
  HealthCompleted: { unit: 'Count', values: 'sum' },
} as const satisfies { readonly [name: string]: MetricKind };

/** What a metric is: see `metrics`. */
export type MetricKind = {
  readonly unit: 'Count' | 'Milliseconds';
  readonly values: 'sum' | 'samples';
  readonly by?: 'cluster' | 'zone';
  /** Also written without its dimension, so that one alarm sees all values. */
  readonly total?: true;
};

/** Name of a metric. */
export type MetricName = keyof typeof metrics;

/** Where a value belongs: the cluster or the zone that its metric is told apart by, or nothing. */
export type MetricPlace<Name extends MetricName> = (typeof metrics)[Name] extends {
  readonly by: infer By extends string;
}
  ? readonly [place: { readonly [Dimension in By]: string }]
  : readonly [];
