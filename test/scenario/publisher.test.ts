import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ControllerError } from '../../lib/core/model/failure.ts';
import type { RecordSet } from '../../lib/core/model/record-set.ts';
import type { Gate } from '../support/gate.ts';
import { bothServe, lifeCycle, runStage } from './life-cycle.ts';
import {
  createWorld,
  joinTwo,
  recordLines,
  runUntilQuiet,
  type World,
  web,
  zoneId,
} from './world.ts';

const [create, drain, , , remove] = lifeCycle;
assert.ok(create && drain && remove);

const globalName = 'web.shop.demo.svc.seamark.example';
const stranger = {
  name: globalName,
  type: 'A',
  ttlSeconds: 300,
  values: ['203.0.113.99'],
} as const;

const dnsCondition = (world: World) =>
  world.kubernetes.world.host.get(web)?.conditions.find(({ type }) => type === 'DNSInSync');

const recordCalls = (world: World): number =>
  world.calls.filter(({ call }) => call.startsWith('recordStore.')).length;

describe('records of strangers', () => {
  it('are never touched, block only their own name, and are named in the condition', async () => {
    const world = createWorld();
    joinTwo(world);
    world.records.put(zoneId, stranger);
    await runStage(world, create);
    const lines = recordLines(world);
    assert.ok(lines.includes(`${globalName} A 203.0.113.99`));
    assert.deepEqual(
      lines.filter((line) => !line.startsWith(`${globalName} `)),
      bothServe.filter((line) => !line.startsWith(`${globalName} `)),
    );
    const condition = dnsCondition(world);
    assert.equal(condition?.reason, 'ForeignRecord');
    assert.match(condition.message, new RegExp(`${globalName} already has a record of type A`));
  });

  it('that go away make room', async () => {
    const world = createWorld();
    joinTwo(world);
    world.records.put(zoneId, stranger);
    await runStage(world, create);
    world.records.remove(zoneId, globalName, 'A');
    await runStage(world, { name: 'wait', act: async () => undefined, check: () => undefined });
    create.check(world);
  });

  it('of another type stand beside ours, but keep a CNAME out', async () => {
    const world = createWorld();
    joinTwo(world);
    const name = 'web.shop.demo.svc.ap-northeast-1.seamark.example';
    world.records.put(zoneId, { name, type: 'TXT', ttlSeconds: 60, values: ['"mine"'] });
    await runStage(world, create);
    assert.ok(recordLines(world).includes(`${name} A 192.0.2.10`));
    await runStage(world, drain);
    const lines = recordLines(world);
    assert.ok(lines.includes(`${name} TXT "mine"`));
    assert.ok(!lines.some((line) => line.startsWith(`${name} CNAME`)));
    assert.equal(dnsCondition(world)?.reason, 'ForeignRecord');
  });

  it('that took the place of ours are left when the Service goes', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    world.records.put(zoneId, stranger);
    await runStage(world, remove);
    assert.deepEqual(recordLines(world), [`${globalName} A 203.0.113.99`]);
    assert.equal(world.kubernetes.world.host.get(web), undefined);
  });

  it('who removed one of ours see it come back when it is next written', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    world.records.remove(zoneId, globalName, 'A');
    await runStage(world, drain);
    drain.check(world);
  });
});

describe('what Route 53 does not take', () => {
  it('throttling is waited out inside the pass', async () => {
    let left = 3;
    const gate: Gate = ({ call, phase }) => {
      if (call !== 'recordStore.change' || phase !== 'before' || left === 0) return;
      left -= 1;
      throw new ControllerError('throttled', 'Cannot change record sets: Rate exceeded');
    };
    const world = createWorld({ gate });
    joinTwo(world);
    await runStage(world, create);
    create.check(world);
    const waits = world.telemetry.lines().filter(({ level }) => level !== 'info');
    assert.deepEqual(waits, []);
  });

  it('an answer that got lost is no clash: the same batch is found to be done', async () => {
    let left = 1;
    const gate: Gate = ({ call, phase }) => {
      if (call !== 'recordStore.change' || phase !== 'after' || left === 0) return;
      left -= 1;
      throw new ControllerError('transient', 'Cannot change record sets: no answer');
    };
    const world = createWorld({ gate });
    joinTwo(world);
    await runStage(world, create);
    create.check(world);
  });

  it('one bad entry among many never holds up the others', async () => {
    const world = createWorld();
    const services = Array.from({ length: 40 }, (_, index) => ({
      namespace: 'shop',
      name: `s${index}`,
    }));
    const set = (name: string): RecordSet => ({
      name: `${name}.shop.demo.svc.seamark.example`,
      type: 'A',
      ttlSeconds: 60,
      values: ['192.0.2.1'],
    });
    for (const key of services) {
      const desired = [
        key.name === 's7' ? { ...set('s7'), name: 's7.other.example' } : set(key.name),
      ];
      const entry = { zoneId, key, desired, desiredVersion: 1, past: [] };
      await world.ledger.serviceLedger.writeDesired(entry, 1);
      await world.ledger.serviceLedger.markPending(zoneId, { key, version: 1 });
    }
    await world.askZone();
    const before = recordCalls(world);
    // One look at the queue: what the woken Services do next is not the question here.
    await runUntilQuiet(world, { withinMs: 0 });
    assert.equal(world.records.sets(zoneId).length, 39);
    assert.equal(world.ledger.markers(zoneId).length, 0);
    const bad = world.ledger.entries().find(({ key }) => key.name === 's7');
    assert.deepEqual(
      bad?.blocked.map(({ name, reason }) => `${name} ${reason}`),
      ['s7.other.example RefusedByRoute53'],
    );
    assert.ok(recordCalls(world) - before <= 5, `${recordCalls(world) - before} calls`);
  });
});
