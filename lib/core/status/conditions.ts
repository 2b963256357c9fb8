import type { Condition, ConditionType } from '../model/condition.ts';
import type { LedgerEntry } from '../model/ledger-entry.ts';
import type { ObservedCluster } from '../model/observed.ts';
import type { Problem, Stage } from '../model/plan.ts';
import { propagatedReasons } from '../model/propagated-reasons.ts';
import { differingNodePorts } from './node-ports.ts';
import { dnsReasons, endpointsReasons } from './reasons.ts';

/** What the conditions of a federated Service speak of: only what was observed or answered in this pass. */
export type StatusInput = {
  readonly stage: Stage;
  /** How many clusters are registered. */
  readonly registered: number;
  /** Those that the Service belongs in, or is being taken from, with their copies as they stand after this pass's writes. */
  readonly clusters: readonly ObservedCluster[];
  /** Entries as they stand after this pass's writes. */
  readonly ledger: readonly LedgerEntry[];
  readonly problems: readonly Problem[];
  /** Whether names are wanted at all: type LoadBalancer. */
  readonly wantsNames: boolean;
  /** Whether it can have endpoints at all: any type but ExternalName. */
  readonly takesEndpoints: boolean;
};

/** A condition before anyone knows since when it holds. */
export type ConditionState = Omit<Condition, 'lastTransitionTime'>;

/** The three conditions of a federated Service (DESIGN 4). */
export const conditionStates = (input: StatusInput): readonly ConditionState[] => [
  propagated(input),
  endpointsReady(input),
  dnsInSync(input),
];

/**
 * The whole list to store: other owners' conditions as they were, ours renewed. A condition keeps its time as long as its status
 * does. Undefined if nothing differs.
 */
export const mergeConditions = (
  stored: readonly Condition[],
  states: readonly ConditionState[],
  nowIso: string,
): readonly Condition[] | undefined => {
  const others = stored.filter((condition) => !states.some(({ type }) => type === condition.type));
  const ours = states.map((state) => {
    const before = stored.find(({ type }) => type === state.type);
    const lastTransitionTime = before?.status === state.status ? before.lastTransitionTime : nowIso;
    return { ...state, lastTransitionTime };
  });
  const same = ours.every((condition) =>
    stored.some(
      (before) =>
        before.type === condition.type &&
        before.status === condition.status &&
        before.reason === condition.reason &&
        before.message === condition.message,
    ),
  );
  return same ? undefined : [...others, ...ours];
};

const propagated = (input: StatusInput): ConditionState => {
  const condition = placed(input);
  const note = input.stage === 'propagating' ? differingNodePorts(input.clusters) : undefined;
  if (note === undefined) return condition;
  return { ...condition, message: cut(`${condition.message}; ${note}`) };
};

const placed = (input: StatusInput): ConditionState => {
  const problems = [...problemsOf(input, 'Propagated'), ...notReady(input)];
  const broken = brokenBy('Propagated', problems);
  if (broken !== undefined) return broken;
  if (input.stage !== 'propagating') return removing(input);
  if (input.registered === 0) {
    return said('Propagated', 'False', propagatedReasons.noClusters, 'no cluster has joined');
  }
  if (input.clusters.length === 0) {
    return said('Propagated', 'False', propagatedReasons.noneSelected, noneSelected(input));
  }
  return said('Propagated', 'True', propagatedReasons.done, namesOf(input.clusters));
};

// A tear-down says of each such cluster that it is waited for.
const notReady = ({ stage, clusters }: StatusInput): readonly Problem[] => {
  const silent = clusters.filter(({ view }) => view.kind === 'not-ready');
  if (stage !== 'propagating' || silent.length === 0) return [];
  const message = `not ready: ${namesOf(silent)}`;
  return [{ condition: 'Propagated', reason: propagatedReasons.unreachable, message }];
};

const namesOf = (clusters: readonly ObservedCluster[]): string =>
  clusters.map(({ cluster }) => cluster.name).join(', ');

const noneSelected = ({ registered }: StatusInput): string =>
  `the cluster selector chooses none of ${registered} clusters`;

// Progress, not an error (W50).
const removing = (input: StatusInput): ConditionState => {
  const message =
    input.stage === 'withdrawing'
      ? 'records go first, copies and finalizer after them'
      : `removing copies from ${namesOf(input.clusters) || 'nowhere: no cluster is left to hold one'}`;
  return said('Propagated', 'False', propagatedReasons.removing, message);
};

const endpointsReady = (input: StatusInput): ConditionState => {
  if (!input.takesEndpoints) {
    const message = 'a Service of type ExternalName has no endpoints';
    return said('EndpointsReady', 'True', endpointsReasons.notWanted, message);
  }
  if (input.clusters.length === 0) {
    return said('EndpointsReady', 'False', endpointsReasons.none, 'no cluster holds a copy');
  }
  const counts = input.clusters.map((observed) => readyIn(observed, input.problems));
  const some = counts.some(({ ready }) => ready > 0);
  const reason = some ? endpointsReasons.ready : endpointsReasons.none;
  const message = counts.map(({ text }) => text).join(', ');
  return said('EndpointsReady', some ? 'True' : 'False', reason, message);
};

// Endpoints behind a namesake that was refused serve somebody else.
const readyIn = (
  { cluster, view }: ObservedCluster,
  problems: readonly Problem[],
): { readonly ready: number; readonly text: string } => {
  const isNamesake = problems.some(
    (problem) => problem.cluster === cluster.name && problem.reason === propagatedReasons.namesake,
  );
  if (isNamesake) return { ready: 0, text: `${cluster.name}: not ours` };
  return view.kind === 'read'
    ? { ready: view.readyEndpoints, text: `${cluster.name}: ${view.readyEndpoints}` }
    : { ready: 0, text: `${cluster.name}: unknown` };
};

const dnsInSync = (input: StatusInput): ConditionState => {
  const broken = brokenBy('DNSInSync', problemsOf(input, 'DNSInSync'));
  if (broken !== undefined) return broken;
  const waiting = input.ledger.filter((entry) => entry.appliedVersion !== entry.desiredVersion);
  if (waiting.length > 0) {
    const zones = waiting.map(({ zoneId }) => zoneId).join(', ');
    const reason = input.stage === 'propagating' ? dnsReasons.publishing : dnsReasons.withdrawing;
    return said('DNSInSync', 'False', reason, `waiting for hosted zone ${zones}`);
  }
  if (!input.wantsNames) {
    return said('DNSInSync', 'True', dnsReasons.notWanted, 'only type LoadBalancer has names');
  }
  const count = input.ledger.reduce((sum, entry) => sum + entry.applied.length, 0);
  return count === 0
    ? said('DNSInSync', 'True', dnsReasons.nothingYet, 'no cluster has an address yet')
    : said('DNSInSync', 'True', dnsReasons.published, `${count} record sets`);
};

const problemsOf = (input: StatusInput, condition: ConditionType): readonly Problem[] => [
  ...input.problems.filter((problem) => problem.condition === condition),
  ...(condition === 'DNSInSync' ? input.ledger.flatMap(blockedProblems) : []),
];

const blockedProblems = (entry: LedgerEntry): readonly Problem[] =>
  entry.blocked.map(({ reason, message }) => ({ condition: 'DNSInSync', reason, message }));

const brokenBy = (
  type: ConditionType,
  problems: readonly Problem[],
): ConditionState | undefined => {
  const [first] = problems;
  if (first === undefined) return undefined;
  const words = [...new Set(problems.map(({ message }) => message))].join('; ');
  return said(type, 'False', first.reason, words);
};

const said = (
  type: ConditionType,
  status: ConditionState['status'],
  reason: string,
  message: string,
): ConditionState => ({ type, status, reason, message: cut(message) });

// The API refuses a message beyond 32,768 characters (metav1.Condition); a person reads far less.
const cut = (message: string): string => message.slice(0, 1_024);
