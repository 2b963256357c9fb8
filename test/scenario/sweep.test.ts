import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askForSweep } from '../../lib/controller/ask-for-sweep.ts';
import { enqueue } from '../../lib/controller/enqueue.ts';
import { sweepWork } from '../../lib/core/model/work-key.ts';
import { createKiller } from './killer.ts';
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
import { deliverZones, keyOf, publish, setOf, want } from './zone-work.ts';

const [create] = lifeCycle;
assert.ok(create);

const day = 86_400_000;
const globalName = 'web.shop.demo.svc.seamark.example';
const edit = { name: globalName, type: 'A', ttlSeconds: 60, values: ['203.0.113.66'] } as const;

const condition = (world: World) =>
  world.kubernetes.world.host.get(web)?.conditions.find(({ type }) => type === 'DNSInSync');

const callsOf = (world: World, from: number, pattern: RegExp): readonly string[] =>
  world.calls
    .slice(from)
    .map(({ call }) => call)
    .filter((call) => pattern.test(call));

const writes = /\.(change|suspect|mark|writePublished|beginSending|writeDesired|markPending)$/;

const measured = (world: World, name: string): number =>
  world.telemetry
    .measured()
    .filter((one) => one.name === name)
    .reduce((sum, { value }) => sum + value, 0);

/** A world whose Service is published and quiet. */
const publishedWorld = async (options: Parameters<typeof createWorld>[0] = {}): Promise<World> => {
  const world = createWorld({ driftSweepMs: day, ...options });
  joinTwo(world);
  await runStage(world, create);
  return world;
};

/** A day later a sweep is asked for and, with all that it leads to, made. */
const sweep = async (world: World): Promise<void> => {
  await world.clock.advance(day);
  await askForSweep(world.context('resync'));
  await runUntilQuiet(world, { withinMs: 60_000 });
};

describe('a sweep of a hosted zone', () => {
  it('writes nothing where nothing differs: a page of the zone, the ledger, and its own place', async () => {
    const world = await publishedWorld();
    world.records.put(zoneId, {
      name: 'mail.seamark.example',
      type: 'MX',
      values: ['10 mx.test.'],
    });
    const from = world.calls.length;
    const before = measured(world, 'SweepCompleted');
    await sweep(world);
    assert.deepEqual(callsOf(world, from, writes), []);
    assert.deepEqual(callsOf(world, from, /^recordStore\./), ['recordStore.listPage']);
    assert.equal(callsOf(world, from, /^sweepProgress\.save$/).length, 2);
    assert.equal(measured(world, 'SweepCompleted') - before, 1);
    assert.equal(measured(world, 'NamesDrifted'), 0);
  });

  it('puts back what somebody deleted', async () => {
    const world = await publishedWorld();
    world.records.remove(zoneId, globalName, 'A');
    await sweep(world);
    assert.deepEqual(recordLines(world), bothServe);
    assert.equal(measured(world, 'NamesDrifted'), 1);
    const line = world.telemetry.lines().find(({ message }) => /differ/.test(message));
    assert.deepEqual(line?.fields.drifted, [`${globalName} missing`]);
  });

  it('reports what somebody edited: a condition on the Service, until it is as it was', async () => {
    const world = await publishedWorld();
    const ours = world.records.sets(zoneId).find(({ name }) => name === globalName);
    assert.ok(ours);
    world.records.put(zoneId, edit);
    await sweep(world);
    assert.ok(recordLines(world).includes(`${globalName} A 203.0.113.66`));
    assert.equal(condition(world)?.reason, 'EditedRecord');
    assert.match(condition(world)?.message ?? '', /in the place of ours at web\.shop/);
    assert.equal(measured(world, 'NamesDrifted'), 1);
    await sweep(world);
    assert.equal(measured(world, 'NamesDrifted'), 1);
    world.records.put(zoneId, ours);
    await runUntilQuiet(world, { withinMs: 3_600_000 });
    assert.equal(condition(world)?.status, 'True');
    assert.deepEqual(recordLines(world), bothServe);
  });

  it('puts right what somebody edited, if the settings say so', async () => {
    const world = await publishedWorld({ driftPolicy: 'repair' });
    world.records.put(zoneId, edit);
    const name = 'web.shop.demo.svc.us-west-2.seamark.example';
    world.records.remove(zoneId, name, 'A');
    const alias = { zoneId: 'Z3', dnsName: 'x.elb.amazonaws.com', evaluateTargetHealth: true };
    world.records.put(zoneId, { name, type: 'A', values: [], alias });
    await sweep(world);
    assert.deepEqual(recordLines(world), bothServe);
    assert.equal(condition(world)?.status, 'True');
    assert.equal(measured(world, 'NamesDrifted'), 2);
  });

  it('leaves a set with a routing policy, also if edits are put right', async () => {
    const world = await publishedWorld({ driftPolicy: 'repair' });
    world.records.put(zoneId, { ...edit, special: 'weighted' });
    await sweep(world);
    assert.ok(recordLines(world).includes(`${globalName} A 203.0.113.66`));
    assert.equal(condition(world)?.reason, 'EditedRecord');
  });

  it('puts a TTL right that somebody edited: the record is still ours', async () => {
    const world = await publishedWorld();
    const ours = world.records.sets(zoneId).find(({ name }) => name === globalName);
    assert.ok(ours);
    world.records.put(zoneId, { ...ours, ttlSeconds: 5 });
    await sweep(world);
    assert.ok(world.records.sets(zoneId).every(({ ttlSeconds }) => ttlSeconds === 60));
  });

  it('removes what is ours by value and wanted no more, and nothing that no entry knows', async () => {
    const world = await publishedWorld();
    const [, drain] = lifeCycle;
    assert.ok(drain);
    await runStage(world, drain);
    const before = recordLines(world);
    // The region's name is a CNAME by now; the addresses that it had before stood beside it never.
    const stranger = { ...edit, name: 'other.seamark.example' };
    world.records.put(zoneId, stranger);
    await want(world, keyOf('gone'), [setOf('gone', '192.0.2.7')]);
    await publish(world);
    await want(world, keyOf('gone'), []);
    await publish(world);
    world.records.put(zoneId, setOf('gone', '192.0.2.7'));
    await sweep(world);
    const lines = recordLines(world).filter((line) => !line.startsWith('other.'));
    assert.deepEqual(lines, before);
    assert.equal(recordLines(world).length, before.length + 1);
  });

  it('leaves a stranger’s record at a name that was ours once', async () => {
    const world = await publishedWorld({ driftPolicy: 'repair' });
    await want(world, keyOf('gone'), [setOf('gone', '192.0.2.7')]);
    await publish(world);
    await want(world, keyOf('gone'), []);
    await publish(world);
    world.records.put(zoneId, setOf('gone', '203.0.113.9'));
    await sweep(world);
    assert.ok(recordLines(world).includes(`${setOf('gone').name} A 203.0.113.9`));
  });

  it('whose finding nobody heard of is made good by the next pass of the Service', async () => {
    let dies = false;
    const world = await publishedWorld({
      gate: ({ call, phase }) => {
        if (dies && call === 'driftLedger.mark' && phase === 'before') throw new Error('dead');
      },
    });
    world.records.remove(zoneId, globalName, 'A');
    dies = true;
    await sweep(world);
    dies = false;
    assert.equal(recordLines(world).length, bothServe.length - 1);
    await world.resync();
    await runUntilQuiet(world, { withinMs: 60_000 });
    assert.deepEqual(recordLines(world), bothServe);
  });

  it('is asked for when the latest one began a day ago, and not twice', async () => {
    const world = await publishedWorld();
    await sweep(world);
    const from = world.calls.length;
    await askForSweep(world.context('resync'));
    await world.clock.advance(day - 600_000);
    await askForSweep(world.context('resync'));
    assert.deepEqual(world.wakes.waiting(), []);
    // Also a message that is left over finds nothing to do.
    await enqueue([{ key: sweepWork(zoneId), delayMs: 0 }], world.queueing);
    await runUntilQuiet(world, { withinMs: 60_000 });
    assert.deepEqual(callsOf(world, from, /^recordStore\./), []);
  });

  it('is off with 0 minutes', async () => {
    const world = await publishedWorld({ driftSweepMs: 0 });
    await sweep(world);
    assert.equal(measured(world, 'SweepCompleted'), 0);
  });
});

/** A zone of more pages than one, with something amiss on each. */
const largeZone = async (world: World, count = 700): Promise<void> => {
  for (let index = 0; index < count; index += 1) {
    const name = `s${1_000 + index}`;
    await want(world, keyOf(name), [setOf(name, '192.0.2.1')]);
  }
  await publish(world);
  assert.equal(world.records.sets(zoneId).length, count);
};

const amiss = (world: World): void => {
  for (const name of ['s1000', 's1299', 's1300', 's1301', 's1600', 's1699']) {
    world.records.remove(zoneId, setOf(name).name, 'A');
  }
};

/** Runs publishers and sweeps alone until none is asked for any more. */
const runZones = async (world: World): Promise<void> => {
  for (let round = 0; round < 12; round += 1) {
    await world.clock.advance(1_000);
    await deliverZones(world);
  }
};

const calm = (world: World) => ({
  records: recordLines(world),
  markers: world.ledger.markers(zoneId),
  entries: world.ledger.entries(),
});

describe('a sweep of many pages', () => {
  it('goes on where its predecessor ran out of time, and lists each page once', async () => {
    // Three pages take 400 ms without a burst.
    const world = createWorld({ driftSweepMs: day, stopAfterMs: 300 });
    await largeZone(world);
    const before = calm(world);
    amiss(world);
    await world.clock.advance(day);
    const from = world.calls.length;
    await askForSweep(world.context('resync'));
    await runZones(world);
    assert.deepEqual(calm(world), before);
    assert.equal(measured(world, 'SweepCompleted'), 1);
    const sweeps = world.telemetry
      .lines()
      .filter(({ message, fields }) => message === 'pass' && fields.key === `sweep/${zoneId}`)
      .map(({ fields }) => fields.outcome);
    assert.ok(sweeps.length >= 2 && sweeps.slice(0, -1).every((one) => one === 'deadline'));
    assert.equal(sweeps.at(-1), 'done');
    assert.ok(callsOf(world, from, /^recordStore\.listPage$/).length <= 5);
  });

  it('never holds a publisher up: it waits for calls that nobody else wants', async () => {
    const world = createWorld({ driftSweepMs: day });
    await largeZone(world);
    await world.clock.advance(day);
    await askForSweep(world.context('resync'));
    await want(world, keyOf('web'), [setOf('web', '192.0.2.1')]);
    const from = world.clock.now();
    await publish(world);
    const line = world.telemetry
      .lines()
      .find(({ fields }) => fields.key === `zone/${zoneId}` && fields.entries === 1);
    assert.ok(Number(line?.fields.durationMs) <= 50, String(line?.fields.durationMs));
    assert.ok(world.clock.now() - from >= 400);
  });
});

describe('a sweep is killed around any call', () => {
  const arrange = async () => {
    const killer = createKiller();
    const world = killer.around(createWorld({ gate: killer.gate, driftSweepMs: day }));
    for (const name of ['a', 'b', 'c', 'd']) {
      await want(world, keyOf(name), [setOf(name, '192.0.2.1')]);
    }
    await publish(world);
    await want(world, keyOf('d'), []);
    await publish(world);
    await world.clock.advance(day);
    world.records.remove(zoneId, setOf('a').name, 'A');
    world.records.put(zoneId, setOf('b', '203.0.113.9'));
    world.records.put(zoneId, setOf('d', '192.0.2.1'));
    return { world, killer };
  };
  const run = async (world: World): Promise<void> => {
    await askForSweep(world.context('resync'));
    await runZones(world);
  };
  const end = async (world: World) => {
    // The lease of the dead one runs out, and somebody asks again.
    await world.clock.advance(1_200_000);
    await run(world);
    await world.clock.advance(day);
    await run(world);
    const entries = world.ledger.entries().map(({ attempts: _a, retryAt: _r, ...entry }) => entry);
    return { ...calm(world), entries };
  };

  it('and the next ones end in the same state', async () => {
    const whole = await arrange();
    whole.killer.arm(Number.POSITIVE_INFINITY);
    await run(whole.world);
    const steps = whole.killer.seen();
    const wanted = await end(whole.world);
    assert.deepEqual(wanted.records, [
      `${setOf('a').name} A 192.0.2.1`,
      `${setOf('b').name} A 203.0.113.9`,
      `${setOf('c').name} A 192.0.2.1`,
    ]);
    assert.ok(steps > 40, `only ${steps} steps`);
    for (let step = 1; step <= steps; step += 1) {
      const { world, killer } = await arrange();
      killer.arm(step);
      await run(world);
      killer.arm(Number.POSITIVE_INFINITY);
      const at = killer.killedAt();
      assert.ok(at, `step ${step} of ${steps} was not reached`);
      assert.deepEqual(await end(world), wanted, `killed ${at.phase} ${at.call}, step ${step}`);
    }
  });
});
