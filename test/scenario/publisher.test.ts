import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classify } from '../../lib/adapters/route53/failures.ts';
import { ControllerError } from '../../lib/core/model/failure.ts';
import type { RecordSet } from '../../lib/core/model/record-set.ts';
import throttling from '../fixtures/cases/route53/R19-throttling-is-http-400.json' with {
  type: 'json',
};
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
import { publish } from './zone-work.ts';

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

  for (const special of ['weighted', 'latency', 'traffic policy']) {
    it(`R34: of a ${special} set hold their own name only, and are named`, async () => {
      const world = createWorld();
      joinTwo(world);
      world.records.put(zoneId, { ...stranger, special });
      await runStage(world, create);
      const others = (lines: readonly string[]) =>
        lines.filter((line) => !line.startsWith(`${globalName} `));
      assert.deepEqual(others(recordLines(world)), others(bothServe));
      assert.match(dnsCondition(world)?.message ?? '', new RegExp(`\\(${special}\\)`));
      await runStage(world, remove);
      assert.deepEqual(recordLines(world), [`${globalName} A 203.0.113.99`]);
    });
  }

  it('R07: of an alias hold their own name only, and are named', async () => {
    const world = createWorld();
    joinTwo(world);
    const alias = {
      zoneId: 'Z31USIVHYNEOWT',
      dnsName: 'other.elb.ap-northeast-1.amazonaws.com',
      evaluateTargetHealth: true,
    };
    world.records.put(zoneId, { name: globalName, type: 'A', values: [], alias });
    await runStage(world, create);
    assert.match(
      dnsCondition(world)?.message ?? '',
      /of type A that Seamark did not write \(alias\)/,
    );
    await runStage(world, remove);
    assert.deepEqual(recordLines(world), [`${globalName} A ${alias.dnsName}`]);
  });

  it('are looked at ever more seldom while they stand: 15 s, doubled, at most 10 min', async () => {
    const world = createWorld();
    joinTwo(world);
    world.records.put(zoneId, stranger);
    await runStage(world, create);
    const before = recordCalls(world);
    await runUntilQuiet(world, { withinMs: 7_200_000 });
    const perHour = (recordCalls(world) - before) / 2;
    assert.ok(perHour >= 5 && perHour <= 8, `${perHour} calls an hour`);
  });

  it('R30: who edited the TTL of ours see it put right when it is next written', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    const ours = world.records.sets(zoneId).find(({ name }) => name === globalName);
    assert.ok(ours);
    world.records.put(zoneId, { ...ours, ttlSeconds: 86_400 });
    await runStage(world, drain);
    drain.check(world);
    for (const { ttlSeconds } of world.records.sets(zoneId)) assert.equal(ttlSeconds, 60);
  });

  it('R09: who deleted one of ours do not hold up a deletion: four calls at most', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    world.records.remove(zoneId, globalName, 'A');
    const before = recordCalls(world);
    await runStage(world, remove);
    remove.check(world);
    assert.ok(recordCalls(world) - before <= 4, `${recordCalls(world) - before} calls`);
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
  it('R19: every code that asks for patience is waited out with growing pauses, for reads too', async () => {
    const { input, expect } = throttling;
    for (const call of ['recordStore.change', 'recordStore.readName']) {
      const codes = input.answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer]));
      const times: number[] = [];
      const world: World = createWorld({
        gate: (step) => {
          if (step.call !== call || step.phase !== 'before') return;
          times.push(world.clock.now());
          const answer = codes.shift();
          if (answer)
            throw classify(
              Object.assign(new Error(answer.message), { name: answer.code }),
              'Cannot call',
            );
        },
      });
      joinTwo(world);
      // Something in the way makes the publisher read.
      world.records.put(zoneId, stranger);
      await runStage(world, create);
      const waits = times
        .slice(1, expect.attempts)
        .map((time, index) => time - (times[index] ?? 0));
      assert.equal(waits.length, expect.attempts - 1);
      assert.deepEqual(
        [...waits].sort((left, right) => left - right),
        waits,
      );
      assert.ok((waits[0] ?? 0) < (waits.at(-1) ?? 0));
      assert.equal(dnsCondition(world)?.reason, 'ForeignRecord');
    }
  });

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
    const before = recordCalls(world);
    await publish(world);
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
