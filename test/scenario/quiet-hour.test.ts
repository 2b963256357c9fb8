import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lifeCycle, runStage, type Stage } from './life-cycle.ts';
import { createWorld, joinTwo, recordLines, runUntilQuiet, web } from './world.ts';

const [create] = lifeCycle;
assert.ok(create);

/** Two names at one level must be resolved and followed; a sole one is left to the client's resolver. */
const hostNames = [{ hostname: 'lb-1.example.test' }, { hostname: 'lb-2.example.test' }];
const ttlSeconds = 60;

describe('a quiet hour', () => {
  it('costs one pass a TTL of a host name, however many changes went before', async () => {
    const world = createWorld({
      resolve: () => Promise.resolve({ addresses: ['203.0.113.7'], ttlSeconds }),
    });
    joinTwo(world);
    await create.act(world);
    await runUntilQuiet(world, { withinMs: 10_000 });
    world.kubernetes.world.member('tokyo').setIngress(web, hostNames);
    for (let change = 0; change < 10; change += 1) {
      world.kubernetes.world.member('tokyo').setEndpoints(web, change + 1);
      await world.ask(2_000);
      await runUntilQuiet(world, { withinMs: 7_000 });
    }
    await runUntilQuiet(world, { withinMs: 120_000 });
    const before = world.calls.length;
    await runUntilQuiet(world, { withinMs: 3_600_000 });
    const calls = world.calls.slice(before).map(({ call }) => call);
    const passes = calls.filter((call) => call === 'federatedServices.read').length;
    assert.ok(passes >= 55 && passes <= 61, `${passes} passes`);
    assert.equal(calls.filter((call) => call.startsWith('recordStore.')).length, 0);
    assert.ok(recordLines(world).some((line) => line.endsWith('A 203.0.113.7')));
  });

  it('costs nothing at all where nothing has to be watched', async () => {
    const world = createWorld();
    joinTwo(world);
    const wait: Stage = { name: 'wait', act: async () => undefined, check: () => undefined };
    await runStage(world, create);
    await runStage(world, wait);
    const before = world.calls.length;
    await runUntilQuiet(world, { withinMs: 3_600_000 });
    assert.equal(world.calls.length, before);
  });
});
