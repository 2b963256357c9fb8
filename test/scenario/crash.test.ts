import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planSettings } from '../support/builders/service.ts';
import { createKiller } from './killer.ts';
import { lifeCycle, runStage, type Stage } from './life-cycle.ts';
import { moreStages } from './more-stages.ts';
import { createWorld, joinTwo } from './world.ts';

/** Without a namesake this setting changes nothing. */
const adopting = { ...planSettings, namesakes: 'adopt' } as const;

const runUpTo = async (earlier: readonly Stage[], current: Stage, killAt: number) => {
  const killer = createKiller();
  const world = killer.around(createWorld({ gate: killer.gate, settings: adopting }));
  joinTwo(world);
  for (const stage of earlier) await runStage(world, stage);
  killer.arm(killAt);
  await runStage(world, current);
  return { world, killer, check: () => current.check(world) };
};

const killAtEachStep = async (earlier: readonly Stage[], current: Stage): Promise<void> => {
  const whole = await runUpTo(earlier, current, Number.POSITIVE_INFINITY);
  whole.check();
  const steps = whole.killer.seen();
  assert.ok(steps > 20, `only ${steps} steps`);
  for (let step = 1; step <= steps; step += 1) {
    const { killer, check } = await runUpTo(earlier, current, step);
    assert.ok(killer.killedAt(), `step ${step} of ${steps} was not reached`);
    try {
      check();
    } catch (cause) {
      const at = killer.killedAt();
      throw new Error(`killed ${at?.phase} ${at?.call}, step ${step} of ${steps}`, { cause });
    }
  }
};

describe('a crash between any two steps of a pass loses nothing', () => {
  for (const [stage, current] of lifeCycle.entries()) {
    it(current.name, () => killAtEachStep(lifeCycle.slice(0, stage), current));
  }

  const [create] = lifeCycle;
  assert.ok(create);
  for (const { before, stage } of moreStages) {
    it(stage.name, () => killAtEachStep(before === 'nothing' ? [] : [create], stage));
  }
});
