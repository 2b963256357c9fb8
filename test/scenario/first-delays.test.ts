import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WorkKey } from '../../lib/core/model/work-key.ts';
import { resyncWork, serviceWork, zoneWork } from '../../lib/core/model/work-key.ts';
import { aService } from '../support/builders/service.ts';
import { lifeCycle, runStage } from './life-cycle.ts';
import { createWorld, joinTwo, runUntilQuiet, type World, web, zoneId } from './world.ts';

const [create] = lifeCycle;
assert.ok(create);

const delayOf = async (world: World, key: WorkKey): Promise<number | undefined> => {
  const row = await world.rows.read(key);
  return row?.dueAt === undefined ? undefined : row.dueAt - world.clock.now();
};

describe('the first delay of what follows', () => {
  it('a cluster that became available has 20 s before all Services are looked at', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    world.kubernetes.world.member('tokyo').setReachable(false);
    for (let look = 0; look < 3; look += 1) await world.look();
    await runUntilQuiet(world, { withinMs: 1_000 });
    world.kubernetes.world.member('tokyo').setReachable(true);
    await world.clock.advance(60_000);
    await runUntilQuiet(world, { withinMs: 1_000 });
    await world.look();
    assert.equal(await delayOf(world, resyncWork), 20_000);
  });

  it('a cluster that was lost has none', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    await world.look();
    await runUntilQuiet(world, { withinMs: 60_000 });
    world.kubernetes.world.member('tokyo').setReachable(false);
    for (let look = 0; look < 3; look += 1) await world.look();
    assert.equal(await delayOf(world, resyncWork), 0);
  });

  it('a zone waits for the coalescing window, and its Services for nothing once it is published', async () => {
    const world = createWorld();
    const key = { namespace: 'shop', name: 'web' };
    world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
    const set = {
      name: 'web.shop.demo.svc.seamark.example',
      type: 'A',
      ttlSeconds: 60,
      values: ['192.0.2.1'],
    } as const;
    const entry = { zoneId, key, desired: [set], desiredVersion: 1, past: [] };
    await world.ledger.serviceLedger.writeDesired(entry, 0);
    await world.ask(0);
    const [first] = world.wakes.due(world.clock.now());
    assert.ok(first?.key.kind === 'service');
    await world.deliver(first);
    assert.equal(await delayOf(world, zoneWork(zoneId)), 1_000);
    await world.clock.advance(1_000);
    const [message] = world.wakes.due(world.clock.now());
    assert.ok(message?.key.kind === 'zone');
    await world.deliver(message);
    assert.equal(await delayOf(world, serviceWork(web)), 0);
  });
});
