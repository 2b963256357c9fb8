import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RecordChange } from '../../lib/core/model/record-set.ts';
import type { FakeRecordStore } from '../support/fakes/aws/fake-record-store.ts';
import type { Gate } from '../support/gate.ts';
import { createKiller } from './killer.ts';
import { createWorld, type World, zoneId } from './world.ts';
import { deliverZones, fullBatch, keyOf, publish, setOf, want } from './zone-work.ts';

const names = (count: number, word = 's'): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${word}${index}`);

const namesOf = (changes: readonly RecordChange[]): readonly string[] => [
  ...new Set(changes.map(({ recordSet }) => recordSet.name)),
];

const callsOf = (world: World, call: string): number =>
  world.calls.filter((one) => one.call === call).length;

const outcomes = (world: World): readonly unknown[] =>
  world.telemetry
    .lines()
    .filter(({ message }) => message === 'pass')
    .map(({ fields }) => fields.outcome);

/** Route 53 that refuses every batch with one of these names in it, and says nothing that anybody could read. */
const refusing =
  (bad: ReadonlySet<string>) =>
  (records: FakeRecordStore): FakeRecordStore => ({
    ...records,
    change: async (zone, changes, signal) =>
      namesOf(changes).some((name) => bad.has(name))
        ? { kind: 'refused', messages: ['Tried to do something that is not supported'], names: [] }
        : await records.change(zone, changes, signal),
  });

describe('bad records that no message names', () => {
  const count = 1_000;
  for (const badOnes of [[421], [0, 1, 999], [3, 4, 101, 250, 251, 502, 640, 777, 888, 998]]) {
    it(`${badOnes.length} of ${count}: about 2·log2(n) calls each, all others published`, async () => {
      const bad = badOnes.map((index) => setOf(`s${index}`).name);
      const world = createWorld({ route53: refusing(new Set(bad)) });
      for (const name of names(count)) await want(world, keyOf(name), [setOf(name, '192.0.2.1')]);
      await publish(world);
      const calls = Number(world.telemetry.lines().at(-1)?.fields.batches);
      assert.equal(world.records.sets(zoneId).length, count - bad.length);
      const blocked = world.ledger.entries().flatMap((entry) => entry.blocked);
      assert.deepEqual(blocked.map(({ name }) => name).sort(), [...bad].sort());
      assert.equal(world.ledger.markers(zoneId).length, 0);
      const most = 1 + bad.length * 2 * Math.ceil(Math.log2(count));
      assert.ok(calls <= most, `${calls} calls, more than ${most}`);
    });
  }

  it('do not hold up what is not in their batch, nor fail-over that comes later', async () => {
    const bad = new Set([setOf('s7').name]);
    const sent: string[][] = [];
    const world = createWorld({
      route53: (records) => {
        const real = refusing(bad)(records);
        return {
          ...real,
          change: (zone, changes) => {
            sent.push([...namesOf(changes)]);
            return real.change(zone, changes);
          },
        };
      },
    });
    for (const name of names(100)) await want(world, keyOf(name), [setOf(name, '192.0.2.1')]);
    for (const name of names(9, 'full')) await want(world, keyOf(name), fullBatch(name));
    await publish(world);
    const lastFull = sent.findLastIndex((batch) => batch.some((name) => name.includes('full')));
    assert.ok(lastFull <= 12, `full batches went out till call ${lastFull}`);
  });
});

describe('a publisher that runs out of time', () => {
  it('stops between two batches with everything settled, and the next one goes on', async () => {
    const world = createWorld({ stopAfterMs: 3_000 });
    const services = names(60);
    for (const name of services) await want(world, keyOf(name), fullBatch(name));
    await publish(world);
    assert.deepEqual(outcomes(world), ['deadline']);
    const entries = world.ledger.entries();
    const done = entries.filter(({ applied }) => applied.length > 0);
    assert.ok(done.length > 25 && done.length < 60, `${done.length} done`);
    for (const entry of entries) {
      assert.equal(entry.sending, undefined);
      assert.deepEqual(entry.applied, done.includes(entry) ? entry.desired : []);
    }
    assert.equal(world.ledger.markers(zoneId).length, 60 - done.length);
    // The burst is there again.
    await world.clock.advance(10_000);
    await deliverZones(world);
    assert.deepEqual(outcomes(world), ['deadline', 'done']);
    assert.equal(world.records.sets(zoneId).length, 120);
    assert.equal(callsOf(world, 'recordStore.change'), 60);
    assert.equal(world.ledger.markers(zoneId).length, 0);
  });

  it('publishes what came while it worked, in the same run and in full batches', async () => {
    let added = false;
    const gate: Gate = async ({ call, phase }) => {
      if (call !== 'recordStore.change' || phase !== 'after' || added) return;
      added = true;
      for (const name of names(500, 'late')) {
        await want(world, keyOf(name), [setOf(name, '192.0.2.9')]);
      }
    };
    const world: World = createWorld({ gate });
    // More than the burst, so that the run lasts.
    for (const name of names(32)) await want(world, keyOf(name), fullBatch(name));
    await publish(world);
    assert.deepEqual(outcomes(world), ['done']);
    assert.equal(world.records.sets(zoneId).length, 32 * 2 + 500);
    assert.equal(callsOf(world, 'recordStore.change'), 33);
  });
});

describe('batches one after another', () => {
  /** Route 53 that takes its time for a change. */
  const slow =
    (clock: () => World['clock']) =>
    (records: FakeRecordStore): FakeRecordStore => ({
      ...records,
      change: async (...args) => {
        const answer = await records.change(...args);
        await clock().sleep(200);
        return answer;
      },
    });

  it('the next one is made ready while one is on its way, never before its turn', async () => {
    const events: string[] = [];
    const gate: Gate = ({ call, phase }) => {
      if (call === 'zoneLedger.beginSending' && phase === 'after') events.push('noted');
      if (call === 'recordStore.change' && phase === 'before') events.push('sent');
    };
    const world: World = createWorld({ gate, route53: slow(() => world.clock) });
    for (const name of names(3)) await want(world, keyOf(name), fullBatch(name));
    const began = world.clock.now();
    await publish(world);
    assert.deepEqual(events, ['noted', 'sent', 'noted', 'sent', 'noted', 'sent']);
    assert.equal(world.clock.now() - began, 3 * 200);
    const times: number[] = [];
    const timed: World = createWorld({
      gate: ({ call, phase }) => {
        if (call === 'zoneLedger.beginSending' && phase === 'after') times.push(timed.clock.now());
      },
      route53: slow(() => timed.clock),
    });
    for (const name of names(4)) await want(timed, keyOf(name), fullBatch(name));
    await publish(timed);
    const [first = 0, second = 0, third = 0] = times;
    assert.deepEqual([second - first, third - first], [0, 200]);
  });

  it('one that is not full waits for what comes while another one is on its way', async () => {
    let isArmed = true;
    const gate: Gate = async ({ call, phase }) => {
      if (call !== 'recordStore.change' || phase !== 'after' || !isArmed) return;
      isArmed = false;
      for (const name of names(100, 'late')) {
        await want(world, keyOf(name), [setOf(name, '192.0.2.9')]);
      }
    };
    const world: World = createWorld({ gate, route53: slow(() => world.clock) });
    for (const name of names(2)) await want(world, keyOf(name), fullBatch(name));
    await publish(world);
    assert.deepEqual(
      world.records.batches().map((batch) => batch.length),
      [2, 102],
    );
    assert.equal(world.ledger.markers(zoneId).length, 0);
  });

  it('the next one is not sent if the time was over before the answer came', async () => {
    const world: World = createWorld({
      stopAfterMs: 3_000,
      route53: (records) => ({
        ...records,
        change: async (...args) => {
          await world.clock.sleep(2_000);
          return await records.change(...args);
        },
      }),
    });
    for (const name of names(4)) await want(world, keyOf(name), fullBatch(name));
    await publish(world);
    assert.deepEqual(outcomes(world), ['deadline']);
    assert.equal(callsOf(world, 'recordStore.change'), 2);
    for (let runs = 0; runs < 3; runs += 1) {
      await world.clock.advance(1_000);
      await deliverZones(world);
    }
    assert.equal(world.records.sets(zoneId).length, 4 * 2);
    assert.equal(world.ledger.markers(zoneId).length, 0);
    assert.ok(world.ledger.entries().every(({ sending }) => sending === undefined));
    assert.equal(callsOf(world, 'recordStore.change'), 4);
  });

  it('what could not be noted is not sent, and what was on its way is stored', async () => {
    let noted = 0;
    const gate: Gate = ({ call, phase }) => {
      if (call !== 'zoneLedger.beginSending' || phase !== 'before') return;
      noted += 1;
      if (noted === 2) throw new Error('refused');
    };
    const world: World = createWorld({ gate, route53: slow(() => world.clock) });
    for (const name of names(3)) await want(world, keyOf(name), fullBatch(name));
    await publish(world);
    assert.equal(callsOf(world, 'recordStore.change'), 1);
    const published = world.ledger.entries().filter(({ applied }) => applied.length > 0);
    assert.equal(published.length, 1);
    assert.equal(world.ledger.markers(zoneId).length, 2);
  });
});

describe('a zone that is full', () => {
  const reasons = (world: World): readonly string[] => [
    ...new Set(world.ledger.entries().flatMap(({ blocked }) => blocked.map((one) => one.reason))),
  ];

  it('takes what there is room for, in few calls, and tells the rest what to do', async () => {
    // The zone's own two sets count.
    const world = createWorld({ maxRecordSets: 2 + 100 });
    for (const name of names(60)) await want(world, keyOf(name), [setOf(name, '192.0.2.1')]);
    await publish(world);
    for (const name of names(900, 'new'))
      await want(world, keyOf(name), [setOf(name, '192.0.2.1')]);
    const before = callsOf(world, 'recordStore.change');
    await publish(world);
    assert.equal(world.records.sets(zoneId).length, 100);
    const calls = callsOf(world, 'recordStore.change') - before;
    assert.ok(calls <= 2 * Math.log2(900), `${calls} calls`);
    assert.equal(
      callsOf(world, 'recordStore.listPage') + callsOf(world, 'recordStore.readName'),
      0,
    );
    assert.deepEqual(reasons(world), ['HostedZoneFull']);
    const blocked = world.ledger.entries().flatMap((entry) => entry.blocked);
    assert.equal(blocked.length, 860);
    assert.match(blocked[0]?.message ?? '', /Z1 is full .*MAX_RRSETS_BY_ZONE.* quota .*raised/);
    const line = world.telemetry.lines().find(({ level }) => level === 'warn');
    assert.equal(line?.message, 'The hosted zone is full');
    assert.equal(line?.fields.namesWithoutRoom, 860);
    assert.deepEqual(world.telemetry.valuesOf('NamesWithoutRoom').slice(-1), [860]);
    for (const { applied, retryAt } of world.ledger.entries()) {
      assert.equal(applied.length > 0, retryAt === undefined);
    }
  });

  it('goes on with fail-over and withdrawal, and what goes makes room', async () => {
    const world = createWorld({ maxRecordSets: 2 + 50 });
    const both = (name: string) => [setOf(name, '192.0.2.1', '192.0.2.2')];
    for (const name of names(50)) await want(world, keyOf(name), both(name));
    await publish(world);
    for (const name of names(40)) await want(world, keyOf(name), [setOf(name, '192.0.2.2')]);
    for (const name of ['s48', 's49']) await want(world, keyOf(name), []);
    for (const name of names(3, 'new')) await want(world, keyOf(name), both(name));
    const before = callsOf(world, 'recordStore.change');
    await publish(world);
    const sets = world.records.sets(zoneId);
    assert.equal(sets.length, 50);
    assert.equal(sets.filter(({ values }) => values.join() === '192.0.2.2').length, 40);
    assert.equal(sets.filter(({ name }) => name.startsWith('new')).length, 2);
    assert.ok(callsOf(world, 'recordStore.change') - before <= 3);
    assert.equal(world.ledger.markers(zoneId).length, 0);
    // A way that opens is taken with the next try.
    await want(world, keyOf('s47'), []);
    const blocked = world.ledger.entries().find((entry) => entry.blocked.length > 0);
    assert.ok(blocked);
    await want(world, blocked.key, blocked.desired);
    await publish(world);
    assert.deepEqual(reasons(world), []);
    assert.equal(world.records.sets(zoneId).length, 50);
  });
});

describe('fail-over', () => {
  it('goes before what waited longer, also if it comes while others are sent', async () => {
    let batches = 0;
    const gate: Gate = async ({ call, phase }) => {
      if (call !== 'recordStore.change' || phase !== 'after' || !armed) return;
      batches += 1;
      if (batches === 26) await want(world, keyOf('web'), [setOf('web', '192.0.2.2')]);
    };
    let armed = false;
    const world: World = createWorld({ gate });
    for (const name of ['web', 'api']) {
      await want(world, keyOf(name), [setOf(name, '192.0.2.1', '192.0.2.2')]);
    }
    await publish(world);
    armed = true;
    for (const name of names(60)) await want(world, keyOf(name), fullBatch(name));
    await world.clock.advance(60_000);
    await want(world, keyOf('api'), [setOf('api', '192.0.2.2')]);
    const before = world.records.batches().length;
    await publish(world);
    const sent = world.records.batches().slice(before).map(namesOf);
    assert.ok(sent[0]?.includes(setOf('api').name));
    const at = sent.findIndex((batch) => batch.includes(setOf('web').name));
    assert.ok(at >= 26 && at <= 35, `batch ${at} of ${sent.length}`);
  });

  it('does not wait until blocked names of others were read', async () => {
    const world = createWorld();
    await want(world, keyOf('web'), [setOf('web', '192.0.2.1', '192.0.2.2')]);
    for (const name of names(40)) {
      const { name: at } = setOf(name);
      world.records.put(zoneId, { name: at, type: 'A', ttlSeconds: 1, values: ['203.0.113.9'] });
      await want(world, keyOf(name), [setOf(name, '192.0.2.1')]);
    }
    await publish(world);
    await world.clock.advance(60_000);
    for (const name of names(40)) await want(world, keyOf(name), [setOf(name, '192.0.2.3')]);
    await want(world, keyOf('web'), [setOf('web', '192.0.2.2')]);
    const before = world.calls.length;
    await publish(world);
    const calls = world.calls
      .slice(before)
      .filter(({ call }) => call.startsWith('recordStore.'))
      .map(({ call }) => call);
    assert.equal(calls[0], 'recordStore.change');
    // Forty neighbours are one page.
    assert.deepEqual(calls, ['recordStore.change', 'recordStore.listPage']);
  });
});

describe('names that a dead publisher may have changed', () => {
  it('are read side by side: few calls for a whole batch', async () => {
    let dies = false;
    const gate: Gate = ({ call, phase }) => {
      if (dies && call === 'recordStore.change' && phase === 'after') isDead = true;
      if (isDead) throw new Error(`dead at ${call}`);
    };
    let isDead = false;
    const world = createWorld({ gate });
    const regions = ['eu-west-1', 'us-east-1', 'ap-south-1'];
    const setsOf = (name: string, value: string) => [
      setOf(name, value),
      ...regions.map((region) => ({
        ...setOf(name, '192.0.2.1'),
        name: `${name}.shop.demo.svc.${region}.seamark.example`,
      })),
    ];
    for (const name of names(100)) await want(world, keyOf(name), setsOf(name, '192.0.2.1'));
    await publish(world);
    dies = true;
    for (const name of names(100)) await want(world, keyOf(name), setsOf(name, '192.0.2.2'));
    await publish(world);
    dies = false;
    isDead = false;
    await world.clock.advance(600_000);
    const before = world.calls.length;
    await publish(world);
    const calls = world.calls.slice(before).filter(({ call }) => call.startsWith('recordStore.'));
    assert.ok(calls.length <= 10, `${calls.length} calls`);
    assert.ok(world.ledger.entries().every(({ appliedVersion }) => appliedVersion === 2));
  });
});

describe('a Service that changes again while its run goes on', () => {
  it('is noted anew before it is sent, so that nothing is lost if the run dies then', async () => {
    let batches = 0;
    let isDead = false;
    const gate: Gate = async ({ call, phase }) => {
      if (isDead) throw new Error(`dead at ${call}`);
      if (call !== 'recordStore.change' || phase !== 'after') return;
      batches += 1;
      if (batches === 3) await want(world, keyOf('web'), [setOf('web', '192.0.2.2')]);
      const isAgain = batches > 3 && namesOf(world.records.batches().at(-1) ?? []).includes(name);
      if (!isAgain) return;
      isDead = true;
      throw new Error('dead');
    };
    const world: World = createWorld({ gate });
    const { name } = setOf('web');
    await want(world, keyOf('web'), [setOf('web', '192.0.2.1')]);
    await world.clock.advance(1);
    for (const other of names(40)) await want(world, keyOf(other), fullBatch(other));
    await publish(world);
    assert.ok(isDead);
    isDead = false;
    batches = Number.NEGATIVE_INFINITY;
    await world.clock.advance(400_000);
    // Nothing differs from what was last stored, but for what the dead one sent.
    await want(world, keyOf('web'), [setOf('web', '192.0.2.1')]);
    await publish(world);
    const [stands] = world.records.sets(zoneId).filter((set) => set.name === name);
    assert.deepEqual(stands?.values, ['192.0.2.1']);
  });
});

describe('two zones at once', () => {
  it('share one rate, and neither waits for the other to end', async () => {
    const times: { readonly zone: string; readonly at: number }[] = [];
    const world: World = createWorld({
      route53: (records) => ({
        ...records,
        change: (zone, changes) => {
          times.push({ zone, at: world.clock.now() });
          return records.change(zone, changes);
        },
      }),
    });
    const zones = [zoneId, 'Z2'];
    for (const name of names(40)) {
      await want(world, keyOf(name), fullBatch(name));
      const other = fullBatch(name).map((set) => ({
        ...set,
        name: set.name.replace('seamark.example', 'other.example'),
      }));
      await want(world, keyOf(name), other, 'Z2');
    }
    await publish(world, zones);
    assert.equal(times.length, 80);
    for (const { at } of times) {
      const next = times.filter((time) => time.at >= at && time.at < at + 1_000);
      assert.ok(next.length <= 25 + 5 + 1, `${next.length} calls in a second`);
    }
    const from = times[0]?.at ?? 0;
    const spanMs = (times.at(-1)?.at ?? 0) - from;
    assert.ok(spanMs >= (80 - 25 - 6) * 200, `80 calls in ${spanMs} ms`);
    for (const zone of zones) {
      const half = times.filter((time) => time.zone === zone && time.at < from + spanMs / 2);
      assert.ok(half.length >= 13, `${zone}: ${half.length} calls in the first half`);
    }
  });
});

describe('a publisher is killed around any call', () => {
  const bad = new Set([setOf('s1').name]);
  const arrange = async () => {
    const killer = createKiller();
    const made = createWorld({ gate: killer.gate, route53: refusing(bad) });
    const world = killer.around(made);
    await want(world, keyOf('web'), [setOf('web', '192.0.2.1', '192.0.2.2')]);
    await want(world, keyOf('old'), [setOf('old', '192.0.2.1')]);
    await publish(world);
    await want(world, keyOf('web'), [setOf('web', '192.0.2.2')]);
    await want(world, keyOf('old'), []);
    for (const name of names(4)) await want(world, keyOf(name), [setOf(name, '192.0.2.1')]);
    await want(world, keyOf('full'), fullBatch('full'));
    await want(world, keyOf('more'), fullBatch('more'));
    return { world, killer };
  };
  const end = async (world: World) => {
    // Its lease runs out; names that were blocked are due again.
    await world.clock.advance(400_000);
    await publish(world);
    return {
      records: world.records.sets(zoneId),
      markers: world.ledger.markers(zoneId),
      entries: world.ledger
        .entries()
        .map(({ key, desired, applied, appliedVersion, sending, blocked }) => ({
          ...{ key, desired, applied, appliedVersion, sending },
          blocked: blocked.map(({ name, reason }) => `${name} ${reason}`),
        })),
    };
  };

  it('and the next run ends in the same state', async () => {
    const whole = await arrange();
    whole.killer.arm(Number.POSITIVE_INFINITY);
    await publish(whole.world);
    const steps = whole.killer.seen();
    const wanted = await end(whole.world);
    assert.equal(wanted.records.length, 1 + 3 + 4);
    assert.ok(steps > 60, `only ${steps} steps`);
    for (let step = 1; step <= steps; step += 1) {
      const { world, killer } = await arrange();
      killer.arm(step);
      await publish(world);
      killer.arm(Number.POSITIVE_INFINITY);
      const at = killer.killedAt();
      assert.ok(at, `step ${step} of ${steps} was not reached`);
      assert.deepEqual(await end(world), wanted, `killed ${at.phase} ${at.call}, step ${step}`);
    }
  });
});
