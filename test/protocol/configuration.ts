import type { RecordSet } from '../../lib/core/model/record-set.ts';
import type { ServiceKey } from '../../lib/core/model/service-key.ts';
import type { LookAgain } from './functions.ts';
import type { Ground, Ports } from './ground.ts';

/** Faults that an exploration may still inject, each at any step. */
export type Budget = {
  /** Invocations that die; what they had sent may take effect later, or never. */
  readonly deaths?: number;
  /** Calls that take effect and are not answered. */
  readonly lostAnswers?: number;
  /** Calls that fail without effect. */
  readonly failures?: number;
  /** Messages that are delivered once more. */
  readonly duplicates?: number;
  /** Moves of time while something could happen: slow calls, late messages, functions whose time is up. */
  readonly delays?: number;
  /** Resyncs that look at the first Service that is edited, each at any step. */
  readonly resyncs?: number;
};

/** A user declares what a Service has in the zone; somebody notices and asks for a pass. */
export type Edit = { readonly key: ServiceKey; readonly to: readonly RecordSet[] };

/** What is explored: a small world, and what may happen in it. */
export type Configuration = {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly budget: Budget;
  /** What was there before. */
  readonly before?: (ground: Ground, ports: Ports) => Promise<void>;
  readonly lookAgain?: LookAgain;
  /** How wrong the clocks of invocations are, one after another; right where it is not given. */
  readonly skewsMs?: readonly number[];
  /** Batches of dead publishers reach Route 53 however late: the model's only assumption is dropped. */
  readonly lateBatches?: boolean;
  /** Breaks the ports on purpose. */
  readonly sabotage?: (ports: Ports, ground: Ground) => Ports;
};
