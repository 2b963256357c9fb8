import {
  type Cluster,
  type ClusterCondition,
  type ClusterName,
  type DataPlaneLook,
  isWithdrawn,
  type PlannedFor,
  type ProbeRuns,
} from '../model/cluster.ts';
import type { ProbeResult } from './judge-healthz.ts';
import type { Location } from './location.ts';
import { type FleetChange, fleetChange, plannedFor } from './planned-for.ts';
import { type ClusterState, probeStates, withTimes } from './probe-conditions.ts';
import { countProbe, type Thresholds } from './probe-runs.ts';
import {
  addLook,
  type FleetMember,
  type WithdrawalSettings,
  withdrawalStates,
} from './withdrawal.ts';

/** One cluster with what this look found. */
export type Seen = {
  readonly cluster: Cluster;
  readonly probe: ProbeResult;
  readonly location: Location;
  /** What trying its published addresses showed; absent if it was not tried or proved nothing. */
  readonly evidence?: DataPlaneLook;
  /** How many addresses it publishes. */
  readonly addresses: number;
};

/** How looks are judged. */
export type HealthRules = {
  readonly thresholds: Thresholds;
  readonly withdrawal: WithdrawalSettings;
  /** A look out of turn, since somebody changed a `Cluster`: what fails in it is told but not counted. */
  readonly outOfTurn?: boolean;
};

/** What is to be stored of a cluster, and what follows for the Services. */
export type Judged = {
  readonly cluster: Cluster;
  readonly status: Location & {
    readonly conditions: readonly ClusterCondition[];
    readonly probes: ProbeRuns;
    readonly dataPlane: readonly DataPlaneLook[];
    readonly plannedFor?: PlannedFor;
  };
  /** What the Services are to be planned for from now on. */
  readonly planFor: PlannedFor;
  readonly change: FleetChange | undefined;
};

/** Judges all clusters together, from what is stored of them and what this look found. */
export const judgeFleet = (
  seen: readonly Seen[],
  rules: HealthRules,
  nowIso: string,
): readonly Judged[] => {
  const looks = seen.map((one) => judgeOne(one, rules));
  // A cluster that leaves takes its addresses with it anyway.
  const fleet = looks.flatMap(({ member }) => (member === undefined ? [] : [member]));
  const withdrawn = withdrawalStates(fleet, rules.withdrawal);
  return looks.map((look) => conclude(look, withdrawn, nowIso));
};

type OneLook = {
  readonly seen: Seen;
  readonly runs: ProbeRuns;
  readonly states: readonly ClusterState[];
  readonly dataPlane: readonly DataPlaneLook[];
  readonly member?: FleetMember;
};

const judgeOne = (seen: Seen, rules: HealthRules): OneLook => {
  const { cluster, probe, evidence, addresses } = seen;
  const { thresholds, withdrawal } = rules;
  const uncounted = rules.outOfTurn === true && probe.kind !== 'ok';
  const runs =
    (uncounted ? cluster.probes : undefined) ?? countProbe(probe, cluster.probes, thresholds);
  const states = probeStates({ result: probe, runs }, cluster.conditions, thresholds);
  const dataPlane = dataPlaneAfter(seen, withdrawal.looks);
  const look = { seen, runs, states, dataPlane };
  if (cluster.deleting) return look;
  const api = apiSignal(probe, runs, thresholds);
  const known = evidence === undefined ? {} : { evidence };
  return { ...look, member: { cluster, api, dataPlane, addresses, ...known } };
};

// Looks at the published addresses count only while the API is silent.
const dataPlaneAfter = (
  { cluster, probe, evidence }: Seen,
  looks: number,
): readonly DataPlaneLook[] => {
  const before = cluster.dataPlane ?? [];
  if (probe.kind === 'ok' || probe.kind === 'unwell') return [];
  return addLook(before, evidence, { looks, withdrawn: isWithdrawn(cluster) });
};

const apiSignal = (
  probe: ProbeResult,
  runs: ProbeRuns,
  { failures }: Thresholds,
): FleetMember['api'] => {
  if (probe.kind === 'unasked') return 'unknown';
  return probe.kind === 'silent' && runs.silences >= failures ? 'silent' : 'heard';
};

const conclude = (
  { seen, runs, states, dataPlane }: OneLook,
  withdrawn: ReadonlyMap<ClusterName, ClusterState>,
  nowIso: string,
): Judged => {
  const { cluster, location } = seen;
  const last = withdrawn.get(cluster.name);
  const all = last === undefined ? states : [...states, last];
  const conditions = withTimes(all, cluster.conditions, nowIso);
  const planFor = plannedFor({ ...cluster, ...location, conditions });
  const change = fleetChange(cluster.plannedFor, planFor);
  // Until the Services were asked to be planned anew, the old one stands: a look that dies in between is made good by the next.
  const standing = change === undefined ? planFor : cluster.plannedFor;
  return {
    cluster,
    status: {
      ...location,
      conditions,
      probes: runs,
      dataPlane,
      ...(standing === undefined ? {} : { plannedFor: standing }),
    },
    planFor,
    change,
  };
};
