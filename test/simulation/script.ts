import type { ClusterName } from '../../lib/core/model/cluster.ts';

/** Where the clusters of a run stand. */
export type Place = { readonly region: string; readonly zone: string };

type About = { readonly service: string };
type Copy = About & { readonly cluster: ClusterName };
type Member = { readonly cluster: ClusterName };
type Lasting = { readonly forMs: number };

/** What somebody may do, with what the deed takes. */
type Deeds = {
  readonly create: About;
  readonly delete: About;
  readonly unlabel: About;
  readonly label: About;
  readonly 'set-type': About & { readonly type: string };
  readonly 'set-port': About & { readonly port: number };
  readonly 'set-endpoints': Copy & { readonly ready: number };
  /** The cloud replaces the load balancer of a copy. */
  readonly 'move-address': Copy;
  readonly 'edit-copy': Copy;
  readonly 'delete-copy': Copy;
  readonly 'put-namesake': Copy;
  readonly 'drop-namesake': Copy;
  readonly join: Member & { readonly place: Place };
  readonly leave: Member;
  /** The API is silent; `dataPlane` tells whether the published addresses still answer. */
  readonly 'go-dark': Member & Lasting & { readonly dataPlane: 'open' | 'closed' };
  /** The API takes calls and never answers. */
  readonly hang: Member & Lasting;
  /** A stranger writes a record at one of our names where nothing stands, and removes it later. */
  readonly squat: About & Lasting;
  /** A stranger changes a record of ours, and puts it back later. */
  readonly tamper: About & Lasting;
  /** A stranger deletes a record of ours, and nobody is told. */
  readonly wipe: About;
};

/** A deed of certain kinds, at a moment of the run (milliseconds from its start). */
export type Doing<Kind extends keyof Deeds> = {
  [Each in Kind]: { readonly do: Each; readonly at: number } & Deeds[Each];
}[Kind];

/** What somebody does. */
export type Deed = Doing<keyof Deeds>;

/** What goes wrong while its time lasts. */
export type FaultKind =
  | 'kill'
  /** The invocation dies; what it had just sent takes effect all the same, perhaps long after. */
  | 'late-effect'
  | 'error'
  | 'lost-answer'
  | 'throttle'
  | 'slow'
  | 'refuse-batch'
  | 'lose-message'
  | 'duplicate-message'
  | 'late-message'
  | 'lose-audit';

/** A time in which calls that begin with `target` fail with that chance. */
export type FaultWindow = {
  readonly fault: FaultKind;
  readonly target: string;
  readonly from: number;
  readonly until: number;
  readonly share: number;
};

/** One run: what people, clouds and networks do. The seed decides the rest: latencies, orders, where invocations die. */
export type Script = {
  readonly seed: number;
  readonly offlinePolicy: 'preserve' | 'withdraw';
  readonly leaving: 'keep' | 'remove';
  readonly driftPolicy: 'report' | 'repair';
  readonly resyncEveryMs: number;
  readonly lookEveryMs: number;
  readonly places: { readonly [cluster: ClusterName]: Place };
  readonly services: readonly string[];
  readonly deeds: readonly Deed[];
  readonly windows: readonly FaultWindow[];
};

const hour = 3_600_000;

/** The run's parts, in milliseconds from its start: troubles end, then everything must settle, then nothing may happen any more. */
export const timetable = {
  troublesEnd: 8.5 * hour,
  settledBy: 9.25 * hour,
  end: 10 * hour,
} as const;
