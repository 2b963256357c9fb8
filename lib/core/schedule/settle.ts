import type { Outcome } from '../model/outcome.ts';
import type { EpochMs } from '../model/time.ts';
import type { Settlement, WorkRow } from '../model/work-row.ts';
import { backoffMs, withJitter } from './backoff.ts';

/** Conflicts in a row that are looked at again at once, before backoff begins. */
const quickConflicts = 3;

/** How soon a conflict, or a pass that ran out of time, is looked at again. */
const soonMs = 1_000;

/** A defect that came back this often is parked until the next change or resync. */
const defectLimit = 10;

/** SQS carries no longer delay, and a message that comes earlier than its key is due would be dropped. */
const longestMs = 900_000;

/** The present moment and one draw of chance in [0, 1). */
export type SettleContext = { readonly now: EpochMs; readonly chance: number };

/** What a pass leaves behind, and when its key is looked at again: the only retry rule of the house. */
export const settle = (row: WorkRow, outcome: Outcome, context: SettleContext): Settlement => {
  switch (outcome.kind) {
    case 'done':
      return {
        attempts: 0,
        lastOutcome: 'done',
        applied: outcome.applied ?? row.applied,
        ...due(outcome.lookAgainAfterMs, context.now),
      };
    case 'deadline':
      return {
        attempts: row.attempts,
        lastOutcome: 'deadline',
        applied: row.applied,
        dueAt: context.now + soonMs,
      };
    case 'failed':
      return settleFailure(row, outcome, context);
  }
};

type Failed = Extract<Outcome, { kind: 'failed' }>;

const settleFailure = (row: WorkRow, outcome: Failed, context: SettleContext): Settlement => {
  const attempts = row.attempts + 1;
  return {
    attempts,
    lastOutcome: outcome.failure,
    lastError: outcome.message,
    applied: outcome.applied ?? row.applied,
    ...due(retryDelayMs(outcome, attempts, context.chance), context.now),
  };
};

const retryDelayMs = (outcome: Failed, attempts: number, chance: number): number | undefined => {
  switch (outcome.failure) {
    case 'terminal':
    case 'lease-lost':
      return undefined;
    case 'conflict':
      return withJitter(
        attempts <= quickConflicts ? soonMs : backoffMs(attempts - quickConflicts),
        chance,
      );
    case 'defect':
      return attempts > defectLimit ? undefined : withJitter(backoffMs(attempts), chance);
    case 'transient':
    case 'throttled':
      return Math.max(withJitter(backoffMs(attempts), chance), outcome.retryAfterMs ?? 0);
  }
};

const due = (delayMs: number | undefined, now: EpochMs): { dueAt?: EpochMs } =>
  delayMs === undefined ? {} : { dueAt: now + Math.min(delayMs, longestMs) };
