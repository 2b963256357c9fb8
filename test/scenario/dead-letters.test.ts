import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resyncPass, scheduledResync } from '../../lib/controller/resync/resync-pass.ts';
import { ControllerError } from '../../lib/core/model/failure.ts';
import { serviceWork } from '../../lib/core/model/work-key.ts';
import { aService } from '../support/builders/service.ts';
import type { FakeMessage } from '../support/fakes/aws/fake-wake-queue.ts';
import type { Gate } from '../support/gate.ts';
import { bothServe, lifeCycle, runStage } from './life-cycle.ts';
import { createWorld, joinTwo, recordLines, runUntilQuiet, serveCopies, web } from './world.ts';

const [create] = lifeCycle;
assert.ok(create);

/** A world whose table refuses to settle passes until it is repaired, and the message that became a dead letter there. */
const withDeadLetter = async () => {
  let broken = true;
  const gate: Gate = ({ call, phase }) => {
    if (!broken || call !== 'workRows.commit' || phase !== 'before') return;
    throw new ControllerError('transient', 'Cannot commit: the table does not answer');
  };
  const world = createWorld({ gate });
  joinTwo(world);
  world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
  await world.ask(0);
  const letters: FakeMessage[] = [];
  for (let receipt = 0; receipt < 5; receipt += 1) {
    await world.clock.advance(180_000);
    for (const message of world.wakes.due(world.clock.now())) {
      await world.deliver(message);
      if (receipt === 4) letters.push(message);
    }
  }
  // The fifth receipt was the last: the queue gives it to the dead letters.
  world.wakes.due(world.clock.now() + 3_600_000);
  broken = false;
  const serve = { withinMs: 120_000, between: () => serveCopies(world) };
  return { world, letters, settle: () => runUntilQuiet(world, serve) };
};

describe('dead letters (docs/runbook.md, "Dead letters")', () => {
  it('sent again after the repair, they are worked off', async () => {
    const { world, letters, settle } = await withDeadLetter();
    assert.ok(letters.length > 0);
    await world.clock.advance(60_000);
    for (const letter of letters) await world.deliver(letter);
    await settle();
    assert.deepEqual(recordLines(world), bothServe);
  });

  it('thrown away, the next resync asks for their keys again', async () => {
    const { world, settle } = await withDeadLetter();
    await world.clock.advance(600_000);
    await scheduledResync(resyncPass, world.context('resync'));
    await settle();
    assert.deepEqual(recordLines(world), bothServe);
  });

  it('sent again long after their key was settled, they are dropped without a look', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    await runUntilQuiet(world, { withinMs: 60_000 });
    const before = world.calls.length;
    for (let id = 1_000; id < 1_005; id += 1) {
      await world.deliver({ id, key: serviceWork(web), dueAt: world.clock.now() });
    }
    assert.deepEqual(
      world.calls.slice(before).map(({ call }) => call),
      Array.from({ length: 5 }, () => 'workRows.acquire'),
    );
    assert.deepEqual(world.wakes.waiting(), []);
  });
});
