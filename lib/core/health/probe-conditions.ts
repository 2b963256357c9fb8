import type { ClusterCondition } from '../model/cluster.ts';

/** What one look at a cluster's `/healthz` showed. */
export type ProbeResult =
  | { readonly kind: 'ok' }
  /** It answered, but not that it is well. */
  | { readonly kind: 'unwell'; readonly message: string }
  | { readonly kind: 'silent'; readonly message: string };

/** Judges an answer: 2xx with the body `ok`, whatever its case and surrounding space (spec 8.2, W36). */
export const judgeHealthz = (httpStatus: number, body: string): ProbeResult => {
  if (httpStatus < 200 || httpStatus > 299) {
    return { kind: 'unwell', message: `/healthz responded with status ${httpStatus}` };
  }
  return body.trim().toLowerCase() === 'ok'
    ? { kind: 'ok' }
    : { kind: 'unwell', message: '/healthz responded without ok' };
};

/**
 * Both conditions, always, keyed by type (spec 8.2, W39). A condition keeps its transition time as long as its status does.
 */
export const probeConditions = (
  result: ProbeResult,
  stored: readonly ClusterCondition[],
  nowIso: string,
): readonly ClusterCondition[] =>
  statesOf(result).map((state) => {
    const before = stored.find(({ type }) => type === state.type);
    const lastTransitionTime = before?.status === state.status ? before.lastTransitionTime : nowIso;
    return { ...state, lastProbeTime: nowIso, lastTransitionTime };
  });

type State = Pick<ClusterCondition, 'type' | 'status' | 'reason' | 'message'>;

const reachable = { reason: 'ClusterReachable', message: 'cluster is reachable' } as const;

const statesOf = (result: ProbeResult): readonly State[] => {
  switch (result.kind) {
    case 'ok':
      return [
        {
          type: 'Ready',
          status: 'True',
          reason: 'ClusterReady',
          message: '/healthz responded with ok',
        },
        { type: 'Offline', status: 'False', ...reachable },
      ];
    case 'unwell':
      return [
        { type: 'Ready', status: 'False', reason: 'ClusterNotReady', message: result.message },
        { type: 'Offline', status: 'False', ...reachable },
      ];
    case 'silent':
      return [
        { type: 'Ready', status: 'False', reason: 'ClusterNotReachable', message: result.message },
        { type: 'Offline', status: 'True', reason: 'ClusterNotReachable', message: result.message },
      ];
  }
};
