import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { intake } from '../../lib/controller/intake.ts';
import type { AuditEvent } from '../../lib/core/model/audit-event.ts';
import { isReady } from '../../lib/core/model/cluster.ts';
import {
  fleetWork,
  namespaceWork,
  resyncWork,
  serviceWork,
  type WorkKey,
} from '../../lib/core/model/work-key.ts';
import { aService } from '../support/builders/service.ts';
import { createWorld, joinTwo, runUntilQuiet, type World, web } from './world.ts';

const event = (resource: string): AuditEvent => ({
  stage: 'ResponseComplete',
  verb: 'update',
  username: 'alice@example.test',
  dryRun: false,
  statusCode: 200,
  apiGroup: '',
  resource,
  ...web,
});

const settings = {
  queue: { reviewDelayMs: 2_000, clusterAvailableDelayMs: 20_000, publishDelayMs: 1_000 },
  hostSource: 'host',
  hostIsMember: false,
  ownUsernames: ['seamark'],
  secretNamespace: 'seamark-system',
};

const delayOf = async (
  world: World,
  key: WorkKey = serviceWork(web),
): Promise<number | undefined> => {
  const row = await world.rows.read(key);
  return row?.dueAt === undefined ? undefined : row.dueAt - world.clock.now();
};

describe('the first delay of an event', () => {
  it('a change on the host is looked at at once', async () => {
    const world = createWorld();
    await intake([event('services')], 'host', settings, world.queueing);
    assert.equal(await delayOf(world), 0);
  });

  it('a change in a member waits for the review delay, and only for a known Service', async () => {
    const world = createWorld();
    await intake([event('endpoints')], 'tokyo', settings, world.queueing);
    assert.equal(await delayOf(world), undefined);
    await world.ask(5_000);
    await intake([event('endpoints')], 'tokyo', settings, world.queueing);
    assert.equal(await delayOf(world), 2_000);
  });

  it('endpoints of the host count where the host is a member', async () => {
    const world = createWorld();
    await world.ask(5_000);
    await intake([event('endpoints')], 'host', settings, world.queueing);
    assert.equal(await delayOf(world), 5_000);
    await intake([event('endpoints')], 'host', { ...settings, hostIsMember: true }, world.queueing);
    assert.equal(await delayOf(world), 2_000);
  });
});

const clusterEvent: AuditEvent = {
  ...event('clusters'),
  apiGroup: 'federation.seamark.dev',
  name: 'tokyo',
};
const secretEvent: AuditEvent = { ...event('secrets'), namespace: 'seamark-system', name: 'tokyo' };
const { name: _web, ...nameless } = event('services');
const collection: AuditEvent = { ...nameless, verb: 'deletecollection' };

describe('a change of the fleet', () => {
  it('is looked at after the review delay, once for a Cluster and its Secret', async () => {
    const world = createWorld();
    const report = await intake([secretEvent, clusterEvent], 'host', settings, world.queueing);
    assert.deepEqual(report, { keys: 1, sent: 1 });
    assert.equal(await delayOf(world, fleetWork), 2_000);
  });

  it('finds a cluster that just joined, without waiting for the schedule', async () => {
    const world = createWorld();
    world.kubernetes.world.join('tokyo', { region: 'ap-northeast-1', zones: ['ap-northeast-1a'] });
    world.kubernetes.world.clusters.edit('tokyo', ({ region: _, ...cluster }) => ({
      ...cluster,
      conditions: [],
      zones: [],
    }));
    await intake([clusterEvent], 'host', settings, world.queueing);
    await runUntilQuiet(world, { withinMs: 10_000 });
    const joined = world.kubernetes.world.clusters.get('tokyo');
    assert.ok(joined && isReady(joined));
    assert.equal(joined.region, 'ap-northeast-1');
  });

  it('a look asks for no other one: what it writes is no reason to look', async () => {
    const world = createWorld();
    joinTwo(world);
    await intake([clusterEvent], 'host', settings, world.queueing);
    await runUntilQuiet(world, { withinMs: 10_000 });
    const before = await world.rows.read(fleetWork);
    const echoes = [
      { ...clusterEvent, subresource: 'status', username: 'seamark' },
      { ...clusterEvent, verb: 'patch', username: 'seamark' },
    ];
    const report = await intake(echoes, 'host', settings, world.queueing);
    assert.deepEqual(report, { keys: 0, sent: 0 });
    assert.deepEqual(await world.rows.read(fleetWork), before);
  });

  it('does not count what fails towards the thresholds', async () => {
    const world = createWorld();
    joinTwo(world);
    world.kubernetes.world.member('tokyo').setReachable(false);
    for (let change = 0; change < 5; change += 1) {
      await intake([secretEvent], 'host', settings, world.queueing);
      await runUntilQuiet(world, { withinMs: 10_000 });
    }
    const tokyo = world.kubernetes.world.clusters.get('tokyo');
    assert.ok(tokyo && isReady(tokyo));
  });
});

describe('Services that went without being named', () => {
  it('are found by their namespace, and no other', async () => {
    const world = createWorld();
    joinTwo(world);
    const other = { namespace: 'other', name: 'web' };
    for (const key of [web, { ...web, name: 'api' }, other]) {
      world.kubernetes.world.host.put({ ...aService(), key, finalizers: [] });
    }
    await intake([collection], 'host', settings, world.queueing);
    assert.equal(await delayOf(world, namespaceWork('shop')), 0);
    await runUntilQuiet(world, { withinMs: 10_000 });
    const touched = (key: typeof other): boolean =>
      (world.kubernetes.world.host.get(key)?.finalizers.length ?? 0) > 0;
    assert.deepEqual([web, { ...web, name: 'api' }, other].map(touched), [true, true, false]);
  });

  it('in a member are reviewed', async () => {
    const world = createWorld();
    await intake([collection], 'tokyo', settings, world.queueing);
    assert.equal(await delayOf(world, namespaceWork('shop')), 2_000);
  });
});

describe('more Services of a member in one delivery than single ones change', () => {
  const many = (count: number): readonly AuditEvent[] =>
    Array.from({ length: count }, (_, at) => ({ ...event('endpoints'), name: `s${1_000 + at}` }));
  const keyOf = (one: AuditEvent): WorkKey =>
    serviceWork({ namespace: web.namespace, name: one.name ?? '' });
  /** A world in which some of these were asked for before, and nothing waits. */
  const knowing = async (known: readonly AuditEvent[]): Promise<World> => {
    const world = createWorld();
    const now = world.clock.now();
    for (const one of known) await world.rows.request(keyOf(one), { now, delayMs: 600_000 });
    return world;
  };
  const askedSince = (world: World, before: number): number =>
    world.calls.slice(before).filter(({ call }) => call === 'workRows.request').length;

  it('are one resync after the review delay, and a sample of them', async () => {
    const events = many(300);
    const world = await knowing(events);
    const before = world.calls.length;
    const report = await intake(events, 'tokyo', settings, world.queueing);
    assert.equal(await delayOf(world, resyncWork), 2_000);
    assert.ok(askedSince(world, before) <= 21, `${askedSince(world, before)} requests`);
    assert.equal(report.keys, 300);
  });

  it('are asked for one by one where most of them are nobody’s', async () => {
    const events = many(300);
    const ours = events.filter((_, at) => at % 10 === 3);
    const world = await knowing(ours);
    await intake(events, 'tokyo', settings, world.queueing);
    assert.equal(await delayOf(world, resyncWork), undefined);
    for (const one of ours) assert.equal(await delayOf(world, keyOf(one)), 2_000);
  });

  it('a hundred are single ones still, and so are all on the host', async () => {
    for (const [source, count] of [
      ['tokyo', 100],
      ['host', 300],
    ] as const) {
      const events = many(count).map((one) => ({ ...one, resource: 'services' }));
      const world = await knowing(events);
      await intake(events, source, settings, world.queueing);
      assert.equal(await delayOf(world, resyncWork), undefined);
      const delayMs = source === 'host' ? 0 : 2_000;
      for (const one of events) assert.equal(await delayOf(world, keyOf(one)), delayMs);
    }
  });
});
