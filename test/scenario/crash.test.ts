import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gate, Step } from '../support/gate.ts';
import { lifeCycle, runStage } from './life-cycle.ts';
import { createWorld, joinTwo, type World } from './world.ts';

/** Kills the invocation that reaches the n-th step from now on: this call and all its later ones fail. */
const createKiller = () => {
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

const runUpTo = async (stage: number, killAt: number) => {
  const killer = createKiller();
  const world = killer.around(createWorld({ gate: killer.gate }));
  joinTwo(world);
  for (const earlier of lifeCycle.slice(0, stage)) await runStage(world, earlier);
  killer.arm(killAt);
  const current = lifeCycle[stage];
  assert.ok(current);
  await runStage(world, current);
  return { world, killer, check: () => current.check(world) };
};

describe('a crash between any two steps of a pass loses nothing', () => {
  for (const [stage, { name }] of lifeCycle.entries()) {
    it(name, async () => {
      const whole = await runUpTo(stage, Number.POSITIVE_INFINITY);
      whole.check();
      const steps = whole.killer.seen();
      assert.ok(steps > 20, `only ${steps} steps`);
      for (let step = 1; step <= steps; step += 1) {
        const { killer, check } = await runUpTo(stage, step);
        assert.ok(killer.killedAt(), `step ${step} of ${steps} was not reached`);
        try {
          check();
        } catch (cause) {
          const at = killer.killedAt();
          throw new Error(`killed ${at?.phase} ${at?.call}, step ${step} of ${steps}`, { cause });
        }
      }
    });
  }
});
