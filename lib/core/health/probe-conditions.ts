import type { ClusterCondition, ProbeRuns } from '../model/cluster.ts';
import type { ProbeResult } from './judge-healthz.ts';
import type { Thresholds } from './probe-runs.ts';

/** One look with the looks in a row that it ends. */
export type CountedProbe = { readonly result: ProbeResult; readonly runs: ProbeRuns };

/** A condition before anyone knows since when it holds. */
export type ClusterState = Pick<ClusterCondition, 'type' | 'status' | 'reason' | 'message'>;

type Status = ClusterCondition['status'];

/**
 * Both conditions, always (spec 8.2, W39). What stands stays until enough looks in a row say otherwise (W36); the first look is
 * taken as it is. Meanwhile the message tells the count, and a silent cluster is `Offline=Unknown` (case F01).
 */
export const probeStates = (
  probe: CountedProbe,
  stored: readonly ClusterCondition[],
  thresholds: Thresholds,
): readonly ClusterState[] => {
  const statusOf = (wanted: ClusterCondition['type']) =>
    stored.find(({ type }) => type === wanted)?.status;
  return [
    { type: 'Ready', ...ready(probe, statusOf('Ready'), thresholds) },
    { type: 'Offline', ...offline(probe, statusOf('Offline'), thresholds) },
  ];
};

/** Conditions with their times, keyed by type: a condition keeps its transition time as long as its status does (W39). */
export const withTimes = (
  states: readonly ClusterState[],
  stored: readonly ClusterCondition[],
  nowIso: string,
): readonly ClusterCondition[] =>
  states.map((state) => {
    const before = stored.find(({ type }) => type === state.type);
    const lastTransitionTime = before?.status === state.status ? before.lastTransitionTime : nowIso;
    return { ...state, lastProbeTime: nowIso, lastTransitionTime };
  });

type Said = Omit<ClusterState, 'type'>;

const ready = (
  { result, runs }: CountedProbe,
  before: Status | undefined,
  { failures, successes }: Thresholds,
): Said => {
  if (result.kind === 'ok') {
    const warning = result.warning === undefined ? '' : `; ${result.warning}`;
    const message = `/healthz responded with ok${warning}`;
    const recovering = before !== undefined && before !== 'True' && runs.successes < successes;
    return recovering
      ? said(before, 'ClusterRecovering', message, [runs.successes, successes])
      : said('True', 'ClusterReady', message);
  }
  if (before === 'True' && runs.failures < failures) {
    return said('True', 'ClusterReady', wordsOf(result), [runs.failures, failures]);
  }
  return result.kind === 'unwell'
    ? said('False', 'ClusterNotReady', wordsOf(result))
    : said('Unknown', reasonOf(result), wordsOf(result));
};

const offline = (
  { result, runs }: CountedProbe,
  before: Status | undefined,
  { failures }: Thresholds,
): Said => {
  if (result.kind === 'ok' || result.kind === 'unwell') {
    return said('False', 'ClusterReachable', 'cluster is reachable');
  }
  if (result.kind === 'unasked') return said('Unknown', reasonOf(result), wordsOf(result));
  const doubted = before !== undefined && before !== 'True' && runs.silences < failures;
  return doubted
    ? said('Unknown', reasonOf(result), wordsOf(result), [runs.silences, failures])
    : said('True', reasonOf(result), wordsOf(result));
};

const said = (
  status: Status,
  reason: string,
  message: string,
  count?: readonly [number, number],
): Said => ({
  status,
  reason,
  message: count === undefined ? message : `${message} (look ${count[0]} of ${count[1]})`,
});

type NoAnswer = Exclude<ProbeResult, { kind: 'ok' | 'unwell' }>;

const reasonOf = (result: NoAnswer): string =>
  result.kind === 'silent' ? 'ClusterNotReachable' : 'ClusterNotAsked';

const wordsOf = (result: Exclude<ProbeResult, { kind: 'ok' }>): string => {
  switch (result.kind) {
    case 'unwell':
      return result.message;
    case 'silent':
      return `cluster is not reachable: ${result.message}`;
    case 'unasked':
      return `cluster was not asked: ${result.message}`;
  }
};
