import {
  type Cluster,
  type ClusterName,
  type DataPlaneLook,
  isWithdrawn,
} from '../model/cluster.ts';
import type { ClusterState } from './probe-conditions.ts';

/** When the addresses of a dark cluster leave the names. */
export type WithdrawalSettings = {
  /** `preserve` keeps them whatever happens, as the original does (W7). */
  readonly policy: 'preserve' | 'withdraw';
  /** So many of the last `looks` at the published addresses must have failed. */
  readonly failures: number;
  readonly looks: number;
  /** If more than this share of the clusters, or of the published addresses, would go, nothing more goes. */
  readonly share: number;
};

/** One cluster as a look found it. */
export type FleetMember = {
  readonly cluster: Pick<Cluster, 'name' | 'conditions'>;
  /** The first signal: `heard` if its API answers or has not been silent for long, `unknown` if it was not asked. */
  readonly api: 'heard' | 'silent' | 'unknown';
  /** The second signal: the last looks, newest last. */
  readonly dataPlane: readonly DataPlaneLook[];
  /** What this very look at the published addresses found; absent if it proved nothing. */
  readonly evidence?: DataPlaneLook;
  /** How many addresses it publishes. */
  readonly addresses: number;
};

/**
 * The window of the last looks with one more. Once a withdrawn cluster answers, its failures are forgotten: it takes as many new ones to
 * withdraw it again.
 */
export const addLook = (
  before: readonly DataPlaneLook[],
  evidence: DataPlaneLook | undefined,
  options: { readonly looks: number; readonly withdrawn: boolean },
): readonly DataPlaneLook[] => {
  if (evidence === undefined) return before;
  if (evidence === 'answers' && options.withdrawn) return [evidence];
  return [...before, evidence].slice(-options.looks);
};

/**
 * The condition `Withdrawn` of every cluster. It turns True on two signals only: the API silent past its threshold, and the published
 * addresses failing in enough of the last looks, the newest among them. It turns False as soon as either is heard of again. Where so
 * many would go that the fault is more likely on this side, the breaker lets no more go.
 */
export const withdrawalStates = (
  fleet: readonly FleetMember[],
  settings: WithdrawalSettings,
): ReadonlyMap<ClusterName, ClusterState> => {
  if (settings.policy === 'preserve') return new Map();
  const verdicts = fleet.map((member) => ({ member, verdict: judge(member, settings) }));
  const dark = verdicts.flatMap(({ member, verdict }) => (verdict.withdraw ? [member] : []));
  const stop = breaker(fleet, dark, settings.share);
  return new Map(
    verdicts.map(({ member, verdict }) => {
      const held =
        stop !== undefined && verdict.withdraw && !isWithdrawn(member.cluster)
          ? { withdraw: false, reason: 'BreakerHolds', message: stop }
          : verdict;
      return [member.cluster.name, stateOf(held)];
    }),
  );
};

type Verdict = { readonly withdraw: boolean; readonly reason: string; readonly message: string };

const stateOf = ({ withdraw, reason, message }: Verdict): ClusterState => ({
  type: 'Withdrawn',
  status: withdraw ? 'True' : 'False',
  reason,
  message,
});

const judge = (member: FleetMember, settings: WithdrawalSettings): Verdict => {
  const failed = member.dataPlane.filter((look) => look === 'fails').length;
  const count = `${failed} of the last ${member.dataPlane.length} looks at its published addresses failed`;
  if (member.api === 'heard') return stays('ClusterReachable', 'its API answers');
  if (member.evidence === 'answers') {
    return stays('DataPlaneAnswers', 'its published addresses answer');
  }
  // A look that proves nothing changes nothing.
  if (member.api === 'unknown' || member.evidence === undefined) {
    return isWithdrawn(member.cluster)
      ? { withdraw: true, reason: 'DataPlaneFails', message: 'nothing new is known' }
      : stays('NoEvidence', 'its published addresses could not be tried');
  }
  return failed >= settings.failures
    ? { withdraw: true, reason: 'DataPlaneFails', message: count }
    : stays('NotProven', `${count}, which takes ${settings.failures}`);
};

const stays = (reason: string, message: string): Verdict => ({ withdraw: false, reason, message });

/** Why nothing more may go; undefined if all may. */
const breaker = (
  fleet: readonly FleetMember[],
  dark: readonly FleetMember[],
  share: number,
): string | undefined => {
  const limit = `more than ${Math.round(share * 100)} %`;
  if (dark.length > fleet.length * share) {
    return `${dark.length} of ${fleet.length} clusters would be withdrawn, ${limit}`;
  }
  const [gone, all] = [sum(dark), sum(fleet)];
  return gone > all * share
    ? `${gone} of ${all} addresses would be withdrawn, ${limit}`
    : undefined;
};

const sum = (members: readonly FleetMember[]): number =>
  members.reduce((total, { addresses }) => total + addresses, 0);

/**
 * The clusters whose addresses stay out of a Service's names since they are withdrawn; none if nothing would be left: an address that
 * may be dead is better than no answer.
 */
export const leftOut = (
  parts: readonly {
    readonly cluster: Pick<Cluster, 'name' | 'conditions'>;
    readonly addresses: readonly unknown[];
  }[],
): ReadonlySet<ClusterName> => {
  const dark = new Set(
    parts.filter(({ cluster }) => isWithdrawn(cluster)).map(({ cluster }) => cluster.name),
  );
  const isLeft = parts.some(
    ({ cluster, addresses }) => addresses.length > 0 && !dark.has(cluster.name),
  );
  return isLeft ? dark : new Set();
};
