import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ControllerError } from '../../lib/core/model/failure.ts';
import type { Gate } from '../support/gate.ts';
import { lifeCycle, runStage, type Stage } from './life-cycle.ts';
import { createWorld, joinTwo, type World, web, zoneId } from './world.ts';

const [create, drain, , change, remove] = lifeCycle;
assert.ok(create && drain && change && remove);

const wait: Stage = { name: 'wait', act: async () => undefined, check: () => undefined };

const told = (world: World): readonly string[] =>
  world.kubernetes.world
    .events()
    .map(({ type, reason, message, count }) => `${count} ${type} ${reason}: ${message}`);

const startedWith = async (stages: readonly Stage[], gate?: Gate): Promise<World> => {
  const world = createWorld(gate === undefined ? {} : { gate });
  joinTwo(world);
  for (const stage of stages) await runStage(world, stage);
  return world;
};

describe('Events beside a federated Service', () => {
  it('tell each write and what was published, once, however many passes follow', async () => {
    const world = await startedWith([create, wait]);
    const lines = told(world);
    assert.ok(lines.includes('1 Normal CreateInCluster: Created the copy in tokyo'));
    assert.ok(lines.includes('1 Normal CreateInCluster: Created the copy in oregon'));
    assert.ok(lines.includes(`1 Normal RecordsPublished: 5 record sets in hosted zone ${zoneId}`));
    assert.deepEqual(
      lines.filter((line) => !/^1 Normal (CreateInCluster|RecordsPublished)/.test(line)),
      [],
    );
    const before = lines.length;
    await runStage(world, wait);
    assert.equal(told(world).length, before);
  });

  it('tell of a change, and count what comes again', async () => {
    const world = await startedWith([create, drain, change]);
    const lines = told(world);
    assert.ok(lines.includes('1 Normal UpdateInCluster: Updated the copy in tokyo'));
    assert.ok(lines.includes(`2 Normal RecordsPublished: 5 record sets in hosted zone ${zoneId}`));
  });

  it('W50: a removal tells its steps, and no failure', async () => {
    const world = await startedWith([create, remove]);
    const tail = told(world).slice(-4);
    assert.deepEqual(tail, [
      '1 Normal RecordsWithdrawn: No record set is left in Route 53',
      '1 Normal DeleteInCluster: Deleted the copy in oregon',
      '1 Normal DeleteInCluster: Deleted the copy in tokyo',
      '1 Normal DeleteSucceed: Seamark holds nothing of it any more',
    ]);
    assert.ok(!told(world).some((line) => line.includes('Warning')));
  });

  it('W53: a member that fails is told once, under the name of what failed', async () => {
    const down = new ControllerError('transient', 'Cannot apply Service shop/web: no room');
    const gate: Gate = ({ call, phase }) => {
      if (call === 'memberClusters.applyService' && phase === 'before') throw down;
    };
    const world = await startedWith([create, wait], gate);
    assert.deepEqual(told(world), [
      '1 Warning CreateInClusterFailed: oregon: Cannot apply Service shop/web: no room',
      '1 Warning CreateInClusterFailed: tokyo: Cannot apply Service shop/web: no room',
    ]);
  });

  it('a record in the way is told with its name', async () => {
    const world = createWorld();
    joinTwo(world);
    const name = 'web.shop.demo.svc.seamark.example';
    world.records.put(zoneId, { name, type: 'A', ttlSeconds: 300, values: ['203.0.113.99'] });
    await runStage(world, create);
    await runStage(world, wait);
    const blocked = told(world).filter((line) => line.includes('RecordBlocked'));
    assert.equal(blocked.length, 1);
    assert.match(blocked[0] ?? '', new RegExp(`^1 Warning RecordBlocked: ${name} already has`));
  });

  it('a host that takes no Events holds nothing up', async () => {
    const gate: Gate = ({ call, phase }) => {
      if (call !== 'eventRecorder.record' || phase !== 'before') return;
      throw new ControllerError('terminal', 'Cannot record Event: Forbidden');
    };
    const world = await startedWith([create], gate);
    create.check(world);
    assert.deepEqual(told(world), []);
    const warned = world.telemetry.lines().filter(({ level }) => level === 'warn');
    assert.ok(warned.length > 0);
    assert.ok(warned.every(({ message }) => message === 'Events were not recorded'));
    await runStage(world, remove);
    assert.equal(world.kubernetes.world.host.get(web), undefined);
  });
});
