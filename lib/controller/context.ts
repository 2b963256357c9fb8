import type { HealthRules } from '../core/health/judge-fleet.ts';
import type { ZoneView } from '../core/model/hosted-zone.ts';
import type { DriftPolicy, PlanSettings, QueueSettings } from '../core/model/settings.ts';
import type { EpochMs, Ms } from '../core/model/time.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { ClusterProbe } from '../ports/cluster-probe.ts';
import type { ClusterRegistry } from '../ports/cluster-registry.ts';
import type { DataPlaneProbe } from '../ports/data-plane-probe.ts';
import type { DriftLedger } from '../ports/drift-ledger.ts';
import type { EventRecorder } from '../ports/event-recorder.ts';
import type { FederatedServices } from '../ports/federated-services.ts';
import type { FleetLedger } from '../ports/fleet-ledger.ts';
import type { HostNameResolver } from '../ports/host-name-resolver.ts';
import type { MemberClusters } from '../ports/member-clusters.ts';
import type { RateShare } from '../ports/rate-share.ts';
import type { RecordStore } from '../ports/record-store.ts';
import type { ResyncProgress } from '../ports/resync-progress.ts';
import type { ServiceLedger } from '../ports/service-ledger.ts';
import type { SweepProgress } from '../ports/sweep-progress.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { WakeQueue } from '../ports/wake-queue.ts';
import type { WorkRows } from '../ports/work-rows.ts';
import type { ZoneLedger } from '../ports/zone-ledger.ts';
import type { Counting } from './tally.ts';

/** What asking for passes takes. */
export type EnqueueContext = {
  readonly rows: WorkRows;
  readonly wakes: WakeQueue;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
};

/** What working on a key under a lease takes. */
export type LeaseContext = EnqueueContext & {
  readonly random: Random;
  /** Names this invocation; unique. */
  readonly holder: string;
  /** Longer than the function may live, so that a live holder never outlasts its lease. */
  readonly leaseMs: Ms;
  /** When a pass that can go on another time stops beginning things, early enough to settle what it has begun. */
  readonly stopAt?: EpochMs;
  /** Aborts shortly before the function's time is up. */
  readonly signal?: AbortSignal;
};

/** What a pass over one federated Service takes. */
export type ReconcileContext = LeaseContext &
  Counting & {
    readonly services: FederatedServices;
    readonly registry: ClusterRegistry;
    readonly members: MemberClusters;
    readonly events: EventRecorder;
    readonly ledger: ServiceLedger;
    readonly resolver: HostNameResolver;
    readonly settings: PlanSettings;
    /** The hosted zone that the settings mean, as far as it is known. */
    readonly zone: ZoneView;
    readonly queue: Pick<QueueSettings, 'publishDelayMs'>;
    /** Time that one member cluster has for each look or write. */
    readonly memberLimitMs: Ms;
  };

/** What working on one hosted zone takes. */
export type ZoneContext = LeaseContext &
  Counting & {
    readonly zoneLedger: ZoneLedger;
    readonly records: RecordStore;
    /** Our share of Route 53's requests, all invocations together. */
    readonly requestsPerSecond: number;
    readonly rateShare: RateShare;
  };

/** What publishing one hosted zone takes. */
export type PublishContext = ZoneContext & { readonly driftPolicy: DriftPolicy };

/** How often each hosted zone is swept. */
export type SweepSettings = {
  /** Time between the beginnings of two sweeps of a zone; 0 means that there are none. */
  readonly driftSweepMs: Ms;
};

/** What asking for sweeps takes. */
export type SweepAskContext = EnqueueContext &
  SweepSettings & {
    /** The hosted zones that are swept, as far as they are known. */
    readonly zoneIds: readonly string[];
    readonly sweeps: Pick<SweepProgress, 'read'>;
  };

/** What holding one hosted zone against the ledger takes. */
export type SweepContext = ZoneContext &
  SweepSettings & {
    readonly driftLedger: DriftLedger;
    readonly sweeps: SweepProgress;
  };

/** What a resync takes. */
export type ResyncContext = LeaseContext &
  Counting &
  Omit<SweepAskContext, keyof EnqueueContext | 'zoneIds'> & {
    readonly services: Pick<FederatedServices, 'list'>;
    readonly registry: Pick<ClusterRegistry, 'list'>;
    readonly members: Pick<MemberClusters, 'listServices' | 'listSlices' | 'countReadyEndpoints'>;
    readonly fleetLedger: FleetLedger;
    readonly progress: ResyncProgress;
    readonly ledger: Pick<ServiceLedger, 'writeDesired' | 'markPending'>;
    readonly resolver: HostNameResolver;
    readonly settings: PlanSettings;
    /** The hosted zone as the passes found it last; undefined if none ever looked for it. */
    readonly knownZone: () => Promise<ZoneView | undefined>;
    readonly queue: Pick<QueueSettings, 'publishDelayMs'>;
    /** Time that one member cluster has for each call. */
    readonly memberLimitMs: Ms;
  };

/** What a look at the health of the clusters takes. */
export type HealthContext = EnqueueContext & {
  readonly services: FederatedServices;
  readonly registry: ClusterRegistry;
  readonly probe: ClusterProbe;
  readonly dataPlane: DataPlaneProbe;
  readonly settings: Pick<PlanSettings, 'selector' | 'federation' | 'leaving'>;
  readonly rules: HealthRules;
  readonly events: EventRecorder;
  readonly queue: Pick<QueueSettings, 'clusterAvailableDelayMs'>;
  readonly signal?: AbortSignal;
};
