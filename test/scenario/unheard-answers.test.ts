import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ControllerError } from '../../lib/core/model/failure.ts';
import type { RecordSet, ValueSet } from '../../lib/core/model/record-set.ts';
import type { Gate } from '../support/gate.ts';
import { createWorld, recordLines, type World, web, zoneId } from './world.ts';
import { publish } from './zone-work.ts';

const name = 'web.shop.demo.svc.seamark.example';
const set = (value: string, at = name): ValueSet => ({
  name: at,
  type: 'A',
  ttlSeconds: 60,
  values: [value],
});
const old = set('192.0.2.1');

/** The publisher of these worlds dies at every call after Route 53 took its first batch, until it is revived. */
const mortalPublisher = () => {
  let batches = 0;
  let dead = false;
  const gate: Gate = ({ call, phase }) => {
    if (call === 'recordStore.change' && phase === 'after') {
      batches += 1;
      if (batches === mortal.fatalBatch) dead = true;
    }
    if (dead) throw new ControllerError('transient', `Cannot do ${call}: the publisher is dead`);
  };
  const revive = (): void => {
    dead = false;
  };
  const mortal = { gate, fatalBatch: 1, revive, isDead: () => dead };
  return mortal;
};

const want = async (
  world: World,
  version: number,
  desired: readonly RecordSet[],
  past: readonly RecordSet[] = [],
): Promise<void> => {
  const entry = { zoneId, key: web, desired, desiredVersion: version, past };
  await world.ledger.serviceLedger.writeDesired(entry, version);
  await world.ledger.serviceLedger.markPending(zoneId, { key: web, version });
};

/** Publishes `before`, then dies while it publishes `lost`; `wanted` is what the next publisher finds. */
const afterDeath = async (
  before: readonly RecordSet[],
  lost: readonly RecordSet[],
  wanted: readonly RecordSet[],
): Promise<World> => {
  const publisher = mortalPublisher();
  publisher.fatalBatch = before.length > 0 ? 2 : 1;
  const world = createWorld({ gate: publisher.gate });
  if (before.length > 0) {
    await want(world, 1, before);
    await publish(world);
  }
  const next = before.length > 0 ? 2 : 1;
  await want(world, next, lost, before);
  await publish(world);
  assert.ok(publisher.isDead());
  publisher.revive();
  await want(world, next + 1, wanted, [...lost, ...before]);
  await world.clock.advance(600_000);
  await publish(world);
  return world;
};

describe('a publisher died, and nobody heard what Route 53 had taken', () => {
  it('a name that was made, and is no longer wanted, goes', async () => {
    const world = await afterDeath([], [old], []);
    assert.deepEqual(recordLines(world), []);
  });

  it('a name that was removed, and is wanted again as it was, comes back', async () => {
    const world = await afterDeath([old], [], [old]);
    assert.deepEqual(recordLines(world), [`${name} A 192.0.2.1`]);
  });

  it('a name that was changed, and is wanted as it was before, is changed back', async () => {
    const world = await afterDeath([old], [set('192.0.2.2')], [old]);
    assert.deepEqual(recordLines(world), [`${name} A 192.0.2.1`]);
  });

  it('names that the next version changes need no look: the change itself finds out', async () => {
    const other = set('192.0.2.9', `other.${name}`);
    const world = await afterDeath(
      [old, other],
      [set('192.0.2.2'), other],
      [set('192.0.2.3'), other],
    );
    assert.deepEqual(recordLines(world), [`other.${name} A 192.0.2.9`, `${name} A 192.0.2.3`]);
  });

  it('a record of ours that comes back at a name where a stranger was in the way goes, if nobody wants it', async () => {
    const world = createWorld();
    await want(world, 1, [old]);
    await publish(world);
    const stranger = { ...old, values: ['203.0.113.99'] };
    world.records.put(zoneId, stranger);
    await want(world, 2, [set('192.0.2.2')], [old]);
    await publish(world);
    assert.equal(world.ledger.entries()[0]?.blocked.length, 1);
    world.records.put(zoneId, old);
    await want(world, 3, [], [set('192.0.2.2'), old]);
    await publish(world);
    assert.deepEqual(recordLines(world), []);
  });
});
