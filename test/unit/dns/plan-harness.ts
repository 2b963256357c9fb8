import { ledgerChanges } from '../../../lib/core/dns/ledger-changes.ts';
import type { Cluster } from '../../../lib/core/model/cluster.ts';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import type { Observed, ObservedCluster } from '../../../lib/core/model/observed.ts';
import type { RecordSet } from '../../../lib/core/model/record-set.ts';
import type { IngressAddress } from '../../../lib/core/model/service-object.ts';
import type { DnsSettings, PlanSettings } from '../../../lib/core/model/settings.ts';
import { planService, type ServicePlan } from '../../../lib/core/plan-service.ts';
import { aCluster, observedCluster } from '../../support/builders/cluster.ts';
import { aCopy, aService, planSettings } from '../../support/builders/service.ts';

/** A cluster as the vectors describe it. */
export type VectorCluster = {
  readonly name: string;
  readonly zones: readonly string[] | null;
  readonly region: string;
};

/** What the load balancer of each cluster has; `null` or nothing: a load balancer without ready endpoints. */
export type Shards = readonly {
  readonly cluster: string;
  readonly items: readonly IngressAddress[] | null;
}[];

/** What a plan is made for. */
export type Given = {
  readonly service: { readonly name: string; readonly namespace: string };
  readonly deleted?: boolean;
  readonly type?: string;
  readonly annotations?: { readonly [key: string]: string };
  readonly clusters: readonly VectorCluster[];
  readonly shards: Shards;
  readonly lookup?: { readonly [hostname: string]: readonly string[] };
  readonly ledger?: readonly LedgerEntry[];
  readonly now?: number;
  /** Why the hosted zone is not known; the settings then name none. */
  readonly zoneFailure?: string;
  readonly federation: string;
  readonly dns: Pick<DnsSettings, 'suffix'> & Partial<DnsSettings>;
};

/** Settings as the vectors assume them: TTL 180, host names resolved. */
export const vectorSettings = ({
  federation,
  dns,
}: Pick<Given, 'federation' | 'dns'>): PlanSettings => ({
  ...planSettings,
  federation,
  selector: [],
  dns: { zoneId: 'Z1', ttlSeconds: 180, hostNames: 'resolve', ...dns },
});

const withoutZone = (settings: PlanSettings): PlanSettings => {
  const { zoneId: _unknown, ...dns } = settings.dns;
  return { ...settings, dns };
};

/** The plan of one pass. */
export const planOf = (given: Given): ServicePlan => {
  const key = { namespace: given.service.namespace, name: given.service.name };
  const base = aService({ key, annotations: given.annotations ?? {} });
  const deletion = given.deleted ? { deletionTimestamp: '2026-01-05T10:00:00Z' } : {};
  const observed: Observed = {
    key,
    now: given.now ?? 0,
    service: { ...base, ...deletion, spec: { ...base.spec, type: given.type ?? 'LoadBalancer' } },
    clusters: given.clusters.map((cluster) => observedFor(cluster, given)),
    ledger: given.ledger ?? [],
    resolved: Object.fromEntries(
      Object.entries(given.lookup ?? {}).map(([name, addresses]) => [
        name,
        { addresses, ttlSeconds: 60 },
      ]),
    ),
    ...(given.zoneFailure === undefined ? {} : { zoneFailure: given.zoneFailure }),
    row: {
      key: { kind: 'service', service: key },
      generation: 1,
      done: 0,
      fence: 1,
      attempts: 0,
      applied: {},
    },
  };
  const settings = vectorSettings(given);
  return planService(observed, given.zoneFailure === undefined ? settings : withoutZone(settings));
};

const observedFor = ({ name, zones, region }: VectorCluster, given: Given): ObservedCluster => {
  const { region: _region, ...nowhere } = aCluster(name);
  const place: Partial<Cluster> = { zones: zones ?? [], ...(region ? { region } : {}) };
  const entry = given.shards.find(({ cluster }) => cluster === name);
  const service = aCopy({
    key: given.service,
    labels: { 'federation.seamark.dev/federation': given.federation },
    // Even one without ready endpoints has its load balancer.
    ingress: entry?.items?.length ? entry.items : [{ ip: '198.51.100.254' }],
  });
  const readyEndpoints = entry?.items?.length ? 1 : 0;
  return {
    ...observedCluster(name, entry === undefined ? {} : { service, readyEndpoints }),
    cluster: { ...nowhere, ...place },
  };
};

/** Every record set that a plan wants, over all zones. */
export const recordSetsOf = (plan: ServicePlan): readonly RecordSet[] =>
  plan.zones.flatMap(({ recordSets }) => recordSets);

/** The ledger once a plan was stored and published whole. */
export const publishedLedger = (
  plan: ServicePlan,
  ledger: readonly LedgerEntry[],
): readonly LedgerEntry[] => {
  const changes = ledgerChanges(plan.key, plan.zones, ledger, 0);
  const written = changes.flatMap((change) => (change.kind === 'write' ? [change.entry] : []));
  const blank = { blocked: [], attempts: 0 };
  const stored = written.map((entry) => ({
    ...blank,
    ...entry,
    applied: entry.desired,
    appliedVersion: entry.desiredVersion,
  }));
  const rest = ledger.filter(({ zoneId }) => !stored.some((entry) => entry.zoneId === zoneId));
  return [...rest, ...stored];
};
