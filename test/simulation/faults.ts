import { ControllerError } from '../../lib/core/model/failure.ts';
import type { Chance } from './chance.ts';
import type { FaultKind, FaultWindow } from './script.ts';

/** Decides which calls go wrong, and counts them. */
export type Faults = {
  /** True if a fault of that kind meets the call now. */
  readonly strikes: (fault: FaultKind, call: string, chance: Chance) => boolean;
  /** How many faults were injected, by kind. */
  readonly counts: () => { readonly [kind: string]: number };
};

/** Faults as the windows tell; `since` is the run's own time, which never goes back. */
export const createFaults = (windows: readonly FaultWindow[], since: () => number): Faults => {
  const counts = new Map<string, number>();
  const openNow = createOpenWindows(windows);
  const strikes: Faults['strikes'] = (fault, call, chance) => {
    const struck = openNow(since()).some(
      (one) => one.fault === fault && call.startsWith(one.target) && chance() < one.share,
    );
    if (struck) counts.set(fault, (counts.get(fault) ?? 0) + 1);
    return struck;
  };
  return { strikes, counts: () => Object.fromEntries(counts) };
};

// Asked for at every call, and the same for a long time.
const createOpenWindows = (windows: readonly FaultWindow[]) => {
  const changes = windows.flatMap(({ from, until }) => [from, until]).sort((a, b) => a - b);
  let open: readonly FaultWindow[] = [];
  let sameUntil = Number.NEGATIVE_INFINITY;
  return (now: number): readonly FaultWindow[] => {
    if (now < sameUntil) return open;
    open = windows.filter(({ from, until }) => from <= now && now < until);
    sameUntil = changes.find((at) => at > now) ?? Number.POSITIVE_INFINITY;
    return open;
  };
};

/** What a caller sees where a service says that it is asked too often. */
export const throttled = (call: string): ControllerError =>
  new ControllerError('throttled', `Cannot do ${call}: rate exceeded`, { retryAfterMs: 1_000 });

/** What a caller sees where a connection breaks, whether or not the call took effect. */
export const broken = (call: string): ControllerError =>
  new ControllerError('transient', `Cannot do ${call}: the connection broke`);
