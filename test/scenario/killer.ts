import type { Gate, Step } from '../support/gate.ts';
import type { World } from './world.ts';

/** Kills the invocation that reaches the n-th step from now on: this call and all its later ones fail. */
export const createKiller = () => {
  let delivering = false;
  let dead = false;
  let left = Number.POSITIVE_INFINITY;
  let seen = 0;
  let killedAt: Step | undefined;
  const gate: Gate = (step) => {
    if (!delivering) return;
    seen += 1;
    left -= 1;
    if (left === 0) {
      dead = true;
      killedAt = step;
    }
    if (dead) throw new Error(`killed ${step.phase} ${step.call}`);
  };
  const around = (world: World): World => ({
    ...world,
    deliver: async (message) => {
      delivering = true;
      await world.deliver(message);
      delivering = false;
      dead = false;
    },
  });
  return {
    gate,
    around,
    arm: (step: number) => {
      left = step;
      seen = 0;
    },
    seen: () => seen,
    killedAt: () => killedAt,
  };
};
