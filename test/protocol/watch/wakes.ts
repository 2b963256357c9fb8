import { formatWorkKey, type WorkKey } from '../../../lib/core/model/work-key.ts';
import type { Wake } from '../../../lib/ports/wake-queue.ts';
import type { AcquireResult, CommitResult, HandBackResult } from '../../../lib/ports/work-rows.ts';
import type { Invocation, Onlooker } from '../../simulation/invocation.ts';

/** Knows which rows say that a message is on its way though none was sent: whoever had to send it ended in between. */
export type Wakes = {
  readonly onlooker: Onlooker;
  readonly ended: (by: Invocation) => void;
  /** Keys that only another request wakes, sorted. */
  readonly orphans: () => readonly string[];
};

/** Follows every row from the moment its `dueAt` is set to the moment its message is sent. */
export const watchWakes = (): Wakes => {
  const owed = new Map<Invocation, Set<string>>();
  const orphans = new Set<string>();
  const owes = (by: Invocation, key: WorkKey): void => {
    if (!by.isAlive()) orphans.add(formatWorkKey(key));
    else owed.set(by, new Set([...(owed.get(by) ?? []), formatWorkKey(key)]));
  };
  const settle = (by: Invocation, key: WorkKey): void => {
    owed.get(by)?.delete(formatWorkKey(key));
    orphans.delete(formatWorkKey(key));
  };
  const sent = (by: Invocation, wakes: readonly Wake[]): void => {
    for (const { key } of wakes) settle(by, key);
  };
  return {
    onlooker: (call, args, by) => {
      switch (call) {
        case 'workRows.request': {
          const [key] = args as [WorkKey]; // what that port takes
          return (result) => {
            if (result === 'scheduled') owes(by, key);
          };
        }
        case 'workRows.commit': {
          const [{ key }] = args as [{ key: WorkKey }]; // what that port takes
          return (result) => {
            const committed = result as CommitResult; // what that port answers
            if (committed.kind === 'committed' && committed.dueAt !== undefined) owes(by, key);
          };
        }
        // Whoever ends over a seized lease leaves a pass owed that nobody is told of.
        case 'workRows.seize': {
          const [key] = args as [WorkKey]; // what that port takes
          return (result) => {
            if (result !== undefined) owes(by, key);
          };
        }
        case 'workRows.handBack': {
          const [{ key }] = args as [{ key: WorkKey }]; // what that port takes
          return (result) => {
            const back = result as HandBackResult; // what that port answers
            const mustSend = back.kind === 'handed-back' && back.dueAt !== undefined;
            if (mustSend) owes(by, key);
            else settle(by, key);
          };
        }
        case 'workRows.acquire':
          return (result) => {
            const taken = result as AcquireResult; // what that port answers
            if (taken.kind === 'acquired' && by.isAlive())
              orphans.delete(formatWorkKey(taken.lease.key));
          };
        case 'wakeQueue.send': {
          const [wakes] = args as [readonly Wake[]]; // what that port takes
          return () => sent(by, wakes);
        }
        default:
          return undefined;
      }
    },
    ended: (by) => {
      for (const key of owed.get(by) ?? []) orphans.add(key);
      owed.delete(by);
    },
    orphans: () => [...orphans].sort(),
  };
};
