import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lifeCycle, runStage } from './life-cycle.ts';
import { createWorld, joinTwo } from './world.ts';

describe('the life of a federated Service', () => {
  it('goes through every stage', async () => {
    const world = createWorld();
    joinTwo(world);
    for (const stage of lifeCycle) {
      await runStage(world, stage);
      stage.check(world);
    }
    const defects = world.telemetry.lines().filter(({ level }) => level === 'error');
    assert.deepEqual(defects, []);
  });

  it('costs nothing at Route 53 once nothing changes', async () => {
    const world = createWorld();
    joinTwo(world);
    for (const stage of lifeCycle.slice(0, 1)) await runStage(world, stage);
    const before = world.calls.length;
    await world.resync();
    await runStage(world, { name: 'nothing', act: async () => undefined, check: () => undefined });
    const later = world.calls.slice(before).map(({ call }) => call);
    assert.ok(later.includes('federatedServices.list'));
    assert.ok(!later.includes('federatedServices.read'));
    const writes = later.filter((call) =>
      /recordStore|applyService|patch|deleteService|writeDesired|markPending/.test(call),
    );
    assert.deepEqual(writes, []);
  });
});
