import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { intake } from '../../lib/controller/intake.ts';
import { lookAndTell } from '../../lib/controller/look-and-tell.ts';
import { resyncPass, scheduledResync } from '../../lib/controller/resync/resync-pass.ts';
import { ControllerError } from '../../lib/core/model/failure.ts';
import { logFields, logMessages } from '../../lib/core/model/log-line.ts';
import { type MetricName, metrics } from '../../lib/core/model/metric.ts';
import {
  fleetWork,
  formatWorkKey,
  resyncWork,
  serviceWork,
  zoneWork,
} from '../../lib/core/model/work-key.ts';
import type { FakeLine } from '../support/fakes/aws/fake-telemetry.ts';
import type { Gate } from '../support/gate.ts';
import { lifeCycle, runStage } from './life-cycle.ts';
import {
  createWorld,
  joinTwo,
  runUntilQuiet,
  serveCopies,
  type World,
  web,
  zoneId,
} from './world.ts';

const [create, , , , remove] = lifeCycle;
assert.ok(create && remove);

const serviceKey = formatWorkKey(serviceWork(web));
const zoneKey = formatWorkKey(zoneWork(zoneId));

const linesOf = (world: World, key: string): readonly FakeLine[] =>
  world.telemetry.lines().filter(({ fields }) => fields.key === key);

const passes = (world: World, key: string): readonly FakeLine[] =>
  linesOf(world, key).filter(({ message }) => message === 'pass');

const sumOf = (world: World, name: MetricName): number =>
  world.telemetry.valuesOf(name).reduce((sum, value) => sum + value, 0);

const sumBy = (lines: readonly FakeLine[], name: (typeof logFields)[number]): number =>
  lines.reduce((sum, { fields }) => sum + Number(fields[name] ?? 0), 0);

/** What runs by the clock in one hour, at the intervals of a deployment. */
const quietHour = async (world: World): Promise<void> => {
  for (let minute = 0; minute < 60; minute += 1) {
    await lookAndTell(world.context(`look-${minute}`));
    if (minute % 10 === 0) await scheduledResync(resyncPass, world.context(`resync-${minute}`));
    await runUntilQuiet(world, { withinMs: 30_000 });
    await world.clock.advance(60_000);
  }
};

describe('the line of a pass', () => {
  it('tells key, reconcile id, fence, generation, outcome, time and counts', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    const [first] = passes(world, serviceKey);
    const { reconcileId, durationMs, nextLookMs: _next, ...rest } = first?.fields ?? {};
    assert.match(String(reconcileId), /^invocation-/);
    assert.equal(typeof durationMs, 'number');
    assert.deepEqual(rest, {
      key: serviceKey,
      outcome: 'done',
      fence: 1,
      generation: 1,
      clustersWritten: 2,
    });
    const zones = passes(world, zoneKey);
    assert.ok(zones.length > 0);
    assert.equal(sumBy(zones, 'batches'), sumBy(zones, 'route53Calls'));
    assert.ok(sumBy(zones, 'recordChanges') >= 5);
    assert.ok(sumBy(passes(world, serviceKey), 'zonesAsked') >= zones.length);
  });

  it('rises with each generation and fence', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    const done = passes(world, serviceKey).filter(({ fields }) => fields.outcome === 'done');
    const fences = done.map(({ fields }) => Number(fields.fence));
    assert.deepEqual(
      fences,
      [...fences].sort((left, right) => left - right),
    );
    assert.equal(new Set(fences).size, fences.length);
    const row = await world.rows.read(serviceWork(web));
    assert.equal(done.at(-1)?.fields.generation, row?.done);
  });

  it('of a failure: what failed, why, how often in a row, and when it is looked at again', async () => {
    const gate: Gate = ({ call, phase }) => {
      if (call !== 'serviceLedger.read' || phase !== 'before') return;
      throw new ControllerError('transient', 'Cannot read the ledger: no answer');
    };
    const world = createWorld({ gate });
    joinTwo(world);
    await create.act(world);
    await runUntilQuiet(world, { withinMs: 8_000 });
    const [first, second] = passes(world, serviceKey);
    assert.equal(first?.level, 'warn');
    assert.equal(first.fields.outcome, 'failed');
    assert.equal(first.fields.failure, 'transient');
    assert.equal(first.fields.reason, 'Cannot read the ledger: no answer');
    assert.deepEqual([first.fields.attempts, second?.fields.attempts], [1, 2]);
    assert.ok(Number(first.fields.nextLookMs) >= 5_000);
    assert.equal(sumOf(world, 'PassFailures'), passes(world, serviceKey).length);
  });

  it('of a defect, every line carries the key and the reconcile id', async () => {
    const gate: Gate = ({ call, phase }) => {
      if (call === 'serviceLedger.read' && phase === 'before') throw new TypeError('no function');
    };
    const world = createWorld({ gate });
    joinTwo(world);
    await create.act(world);
    await runUntilQuiet(world, { withinMs: 1_000 });
    const [defect, pass] = linesOf(world, serviceKey);
    assert.equal(defect?.message, 'A pass met a defect');
    assert.equal(defect.fields.reconcileId, pass?.fields.reconcileId);
    assert.equal(pass?.fields.failure, 'defect');
  });

  it('that could not be settled', async () => {
    const gate: Gate = ({ call, phase }) => {
      if (call === 'workRows.commit' && phase === 'before') {
        throw new ControllerError('transient', 'Cannot commit: no answer');
      }
    };
    const world = createWorld({ gate });
    joinTwo(world);
    await create.act(world);
    await runUntilQuiet(world, { withinMs: 1_000 });
    const [line] = linesOf(world, serviceKey);
    assert.equal(line?.message, 'A pass could not be settled');
    assert.equal(line.fields.failure, 'transient');
    assert.equal(line.fields.clustersWritten, 2);
    assert.equal(sumOf(world, 'PassFailures'), sumOf(world, 'Passes'));
  });

  it('uses known messages and fields alone, from declaration to end', async () => {
    const world = createWorld();
    joinTwo(world);
    for (const stage of lifeCycle) await runStage(world, stage);
    await quietHour(world);
    for (const { message, fields } of world.telemetry.lines()) {
      assert.ok(logMessages.includes(message), message);
      for (const name of Object.keys(fields)) {
        assert.ok((logFields as readonly string[]).includes(name), name);
      }
    }
  });
});

describe('metrics of passes', () => {
  it('count and time each pass, and what was asked for', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    const keys = [serviceKey, zoneKey, formatWorkKey(resyncWork)];
    const all = keys.flatMap((key) => passes(world, key));
    assert.equal(sumOf(world, 'Passes'), all.length);
    assert.equal(world.telemetry.valuesOf('PassDurationMs').length, all.length);
    assert.equal(sumOf(world, 'PassFailures'), 0);
    assert.ok(sumOf(world, 'Enqueued') >= 3);
  });

  it('a lease that somebody holds is refused, and is no pass', async () => {
    const world = createWorld();
    await world.ask(0);
    const [message] = world.wakes.due(world.clock.now());
    assert.ok(message);
    const now = world.clock.now();
    await world.rows.acquire(message.key, { now, holder: 'another', leaseMs: 60_000 });
    await world.rows.request(message.key, { now, delayMs: 0 });
    await world.deliver(message);
    assert.deepEqual(
      [sumOf(world, 'LeasesRefused'), sumOf(world, 'Passes'), sumOf(world, 'StaleFences')],
      [1, 0, 0],
    );
  });

  it('a holder that lost its lease at work is a stale fence', async () => {
    const late: { take?: () => Promise<unknown> } = {};
    const gate: Gate = async ({ call, phase }) => {
      if (call !== 'workRows.commit' || phase !== 'before') return;
      const take = late.take;
      delete late.take;
      await take?.();
    };
    const world = createWorld({ gate });
    joinTwo(world);
    await create.act(world);
    late.take = async () => {
      await world.clock.advance(120_000);
      const key = serviceWork(web);
      await world.rows.request(key, { now: world.clock.now(), delayMs: 0 });
      await world.rows.acquire(key, { now: world.clock.now(), holder: 'later', leaseMs: 1_000 });
    };
    const [message] = world.wakes.due(world.clock.now());
    assert.ok(message);
    await world.deliver(message);
    assert.equal(sumOf(world, 'StaleFences'), 1);
    const [line] = passes(world, serviceKey);
    assert.deepEqual([line?.level, line?.fields.outcome], ['warn', 'lease-lost']);
  });
});

describe('metrics of a zone', () => {
  it('calls, batches and record sets are those that Route 53 saw', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    const calls = world.calls.filter(({ call }) => call.startsWith('recordStore.'));
    assert.equal(sumOf(world, 'Route53Calls'), calls.length);
    assert.equal(sumOf(world, 'Batches'), calls.length);
    assert.equal(sumOf(world, 'Published'), sumBy(passes(world, zoneKey), 'recordChanges'));
    assert.equal(sumOf(world, 'Route53Throttles'), 0);
    const ages = world.telemetry.measured().filter(({ name }) => name === 'PendingOldestMs');
    assert.ok(ages.length > 0);
    assert.ok(ages.every(({ value, place }) => value >= 1_000 && place?.['zone'] === zoneId));
  });

  it('throttled calls are counted, also where the run gives up', async () => {
    for (const throttled of [3, 1_000]) {
      let left = throttled;
      const gate: Gate = ({ call, phase }) => {
        if (call !== 'recordStore.change' || phase !== 'before' || left === 0) return;
        left -= 1;
        throw new ControllerError('throttled', 'Cannot change record sets: Rate exceeded');
      };
      const world = createWorld({ gate });
      joinTwo(world);
      await create.act(world);
      await runUntilQuiet(world, { withinMs: 60_000, between: () => serveCopies(world) });
      const refused = throttled - left;
      assert.ok(refused >= 3);
      assert.equal(sumOf(world, 'Route53Throttles'), refused);
    }
  });

  it('a name that a stranger has is quarantined while the stranger is there', async () => {
    const world = createWorld();
    joinTwo(world);
    const name = 'web.shop.demo.svc.seamark.example';
    world.records.put(zoneId, { name, type: 'A', ttlSeconds: 300, values: ['203.0.113.99'] });
    await runStage(world, create);
    assert.ok(sumOf(world, 'Quarantined') >= 1);
    assert.ok(sumBy(passes(world, zoneKey), 'namesBlocked') >= 1);
    // The alarm looks at a quarter of an hour: a blocked name shows in each.
    for (let quarter = 0; quarter < 4; quarter += 1) {
      const before = sumOf(world, 'Quarantined');
      for (let minute = 0; minute < 15; minute += 1) {
        await runUntilQuiet(world, { withinMs: 30_000 });
        await world.clock.advance(30_000);
      }
      assert.ok(sumOf(world, 'Quarantined') > before, `quarter ${quarter}`);
    }
  });
});

describe('metrics of clusters', () => {
  it('ready or not, answers timed, and a heartbeat for each scheduled look', async () => {
    const world = createWorld({ dark: 'withdraw' });
    joinTwo(world);
    await lookAndTell(world.context('look'));
    assert.deepEqual(world.telemetry.valuesOf('ClusterReady'), [1, 1]);
    assert.equal(world.telemetry.valuesOf('ProbeMs').length, 2);
    assert.deepEqual(world.telemetry.valuesOf('Withdrawn'), []);
    world.kubernetes.world.member('tokyo').setReachable(false);
    for (let look = 0; look < 3; look += 1) {
      await world.clock.advance(60_000);
      await lookAndTell(world.context(`look-${look}`));
    }
    const dark = world.telemetry
      .measured()
      .filter(({ place, name }) => place?.['cluster'] === 'tokyo' && name !== 'ProbeMs')
      .slice(-2);
    assert.deepEqual(
      dark.map(({ name, value }) => [name, value]),
      [
        ['ClusterReady', 0],
        ['Withdrawn', 0],
      ],
    );
    assert.equal(sumOf(world, 'HealthCompleted'), 4);
  });

  it('a look out of turn is no heartbeat', async () => {
    const world = createWorld();
    joinTwo(world);
    await world.deliver({ id: 1, key: fleetWork, dueAt: world.clock.now() });
    await world.rows.request(fleetWork, { now: world.clock.now(), delayMs: 0 });
    await world.deliver({ id: 2, key: fleetWork, dueAt: world.clock.now() });
    assert.equal(sumOf(world, 'HealthCompleted'), 0);
    assert.equal(sumOf(world, 'Passes'), 1);
  });

  it('a resync that fails is no heartbeat', async () => {
    const gate: Gate = ({ call, phase }) => {
      if (call !== 'federatedServices.list' || phase !== 'before') return;
      throw new ControllerError('transient', 'Cannot list services: no answer');
    };
    const world = createWorld({ gate });
    await world.resync();
    assert.equal(sumOf(world, 'ResyncCompleted'), 0);
    assert.equal(sumOf(world, 'PassFailures'), 1);
    const [line] = passes(world, formatWorkKey(resyncWork));
    assert.deepEqual(
      [line?.fields.failure, line?.fields.reason],
      ['transient', 'Cannot list services: no answer'],
    );
    // It does not wait for the schedule to try again.
    assert.ok(Number(line?.fields.nextLookMs) >= 5_000);
  });

  it('audit events, by the cluster that they came from', async () => {
    const world = createWorld();
    const settings = {
      queue: { reviewDelayMs: 2_000 },
      hostSource: 'host',
      hostIsMember: false,
      ownUsernames: [],
      secretNamespace: 'seamark-system',
    };
    await intake([], 'tokyo', settings, world.queueing);
    assert.deepEqual(
      world.telemetry.measured().filter(({ name }) => name === 'AuditEvents'),
      [{ name: 'AuditEvents', value: 0, place: { cluster: 'tokyo' } }],
    );
  });
});

describe('an idle hour', () => {
  it('writes heartbeats, readiness, and the runs of the resync, nothing else', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    await quietHour(world);
    const before = world.telemetry.measured().length;
    await quietHour(world);
    const written = world.telemetry
      .measured()
      .slice(before)
      .filter(({ name, value }) => metrics[name].values === 'samples' || value > 0);
    assert.deepEqual([...new Set(written.map(({ name }) => name))].sort(), [
      'ClusterReady',
      'HealthCompleted',
      'PassDurationMs',
      'Passes',
      'ProbeMs',
      'ResyncCompleted',
    ]);
  });
});
