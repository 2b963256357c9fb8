import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resyncWork } from '../../lib/core/model/work-key.ts';
import type { Step } from '../support/gate.ts';
import { fillCluster, fleetKeys, globalNames, servedBy, settle, startFleet } from './fleet.ts';
import type { World } from './world.ts';

/** A fleet of which tokyo has gone empty, one Service is gone and another one lost its finalizer, unheard. */
const startTroubled = async () => {
  const killer: { left: number; dead: boolean; at?: Step } = {
    left: Number.POSITIVE_INFINITY,
    dead: false,
  };
  const world = await startFleet({
    gate: (step: Step) => {
      killer.left -= 1;
      if (killer.left === 0) {
        killer.dead = true;
        killer.at = step;
      }
      if (killer.dead) throw new Error(`killed ${step.phase} ${step.call}`);
    },
  });
  fillCluster(world, 'tokyo', 0);
  const { host } = world.kubernetes.world;
  const [gone, , , , , loose] = fleetKeys;
  assert.ok(gone && loose);
  host.erase(gone);
  host.edit(loose, (now) => ({ ...now, finalizers: [] }));
  return { world, killer };
};

const expected = servedBy('oregon').filter((line) => !line.startsWith('s00.'));

/** The resync that was killed is followed by the next ones of the schedule. */
const goOn = async (world: World): Promise<void> => {
  for (let round = 0; round < 2; round += 1) {
    await settle(world);
    // Its lease must be over, and what was sent and lost long past.
    await world.clock.advance(310_000);
    await world.resync();
  }
  await settle(world);
};

const check = async (world: World): Promise<void> => {
  assert.deepEqual(globalNames(world), expected);
  for (const key of fleetKeys.slice(1)) {
    const { finalizers = [], conditions = [] } = world.kubernetes.world.host.get(key) ?? {};
    assert.equal(finalizers.length, 1);
    assert.ok(conditions.every(({ status }) => status === 'True'));
  }
  const before = world.calls.length;
  await world.resync();
  const calls = world.calls.slice(before).map(({ call }) => call);
  assert.ok(!calls.some((call) => /seize|writeDesired|wakeQueue|apply/.test(call)), calls.join());
  assert.equal((await world.rows.read(resyncWork))?.lastOutcome, 'done');
};

describe('a resync that dies at any step loses nothing', () => {
  it('before and after each call that it makes', async () => {
    const whole = await startTroubled();
    whole.killer.left = Number.POSITIVE_INFINITY;
    const before = whole.world.calls.length;
    await whole.world.resync();
    const calls = whole.world.calls.length - before;
    await goOn(whole.world);
    await check(whole.world);
    assert.ok(calls > 60, `only ${calls} calls`);
    for (let step = 1; step <= 2 * calls; step += 1) {
      const { world, killer } = await startTroubled();
      killer.left = step;
      await Promise.allSettled([world.resync()]);
      assert.ok(killer.at, `step ${step} of ${2 * calls} was not reached`);
      killer.dead = false;
      killer.left = Number.POSITIVE_INFINITY;
      try {
        await goOn(world);
        await check(world);
      } catch (cause) {
        throw new Error(`killed ${killer.at.phase} ${killer.at.call}, step ${step}`, { cause });
      }
    }
  });
});
