import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resyncPass, scheduledResync } from '../../lib/controller/resync/resync-pass.ts';
import { formatServiceKey } from '../../lib/core/model/service-key.ts';
import { formatWorkKey, resyncWork, serviceWork, zoneWork } from '../../lib/core/model/work-key.ts';
import type { Step } from '../support/gate.ts';
import {
  callsSince,
  fillCluster,
  fleetKeys,
  fleetSize,
  globalNames,
  memberCount,
  pageSize,
  servedBy,
  settle,
  startFleet,
} from './fleet.ts';
import type { World } from './world.ts';
import { zoneId } from './world.ts';

const pages = Math.ceil(fleetSize / pageSize);

const totals = (counts: ReadonlyMap<string, number>, pattern: RegExp): number =>
  [...counts].reduce((sum, [call, count]) => sum + (pattern.test(call) ? count : 0), 0);

const kubernetes = /^(federatedServices|memberClusters|clusterRegistry|clusterProbe)\./;

/** Lets the publisher run, and nobody else. */
const publish = async (world: World): Promise<void> => {
  await world.clock.advance(1_000);
  const due = world.wakes.due(world.clock.now());
  const [zone, ...others] = due.filter(({ key }) => key.kind === 'zone');
  assert.ok(zone);
  assert.deepEqual(others, []);
  const run = world.deliver(zone).then(() => true);
  const turn = (): Promise<boolean> => new Promise((next) => setImmediate(() => next(false)));
  while (!(await Promise.race([run, turn()]))) await world.clock.advance(50);
  for (const message of due) if (message !== zone) world.wakes.putBack(message, message.dueAt);
};

const lastRound = (world: World) =>
  world.telemetry.lines().findLast(({ message }) => message === 'resync')?.fields;

describe('budgets', () => {
  it('a steady resync is pages and a scan: no pass, no message, nothing of Route 53', async () => {
    const world = await startFleet();
    assert.deepEqual(globalNames(world), servedBy('tokyo', 'oregon'));
    await world.resync();
    await settle(world);
    const before = world.calls.length;
    await world.resync();
    assert.deepEqual(world.wakes.waiting(), []);
    const counts = callsSince(world, before);
    const bound = (1 + 2 * memberCount) * pages + memberCount + 2;
    assert.ok(totals(counts, kubernetes) <= bound, JSON.stringify([...counts]));
    assert.equal(totals(counts, /^recordStore\.|^memberClusters\.read|Endpoints$/), 0);
    const table = /^(workRows|serviceLedger|zoneLedger|fleetLedger|resyncProgress|wakeQueue)\./;
    assert.deepEqual(Object.fromEntries([...counts].filter(([call]) => table.test(call))), {
      'workRows.request': 1,
      'workRows.acquire': 1,
      'workRows.commit': 1,
      'fleetLedger.read': 1,
      'resyncProgress.read': 1,
      'resyncProgress.save': pages - 1,
      'resyncProgress.clear': 1,
    });
    const { durationMs: _, ...line } = lastRound(world) ?? {};
    assert.deepEqual(line, {
      key: 'resync',
      reconcileId: line.reconcileId,
      listed: fleetSize,
      federated: fleetSize,
      asked: 0,
      handedOver: 0,
    });
  });

  it('a cluster that empties: names of all go at once, in full batches, and the passes follow', async () => {
    const world = await startFleet();
    fillCluster(world, 'tokyo', 0);
    const before = world.calls.length;
    await world.resync();
    const counts = callsSince(world, before);
    for (const call of ['workRows.seize', 'workRows.handBack', 'serviceLedger.markPending']) {
      assert.equal(counts.get(call), fleetSize, call);
    }
    assert.equal(counts.get('serviceLedger.writeDesired'), fleetSize);
    // The resync's own, and the zone's once a page.
    assert.equal(counts.get('workRows.request'), 1 + pages);
    assert.equal(totals(counts, /^memberClusters\.(apply|read)/), 0);
    assert.deepEqual(lastRound(world)?.reasons, [`names ${fleetSize}`]);

    const atPublication = world.calls.length;
    await publish(world);
    assert.deepEqual(globalNames(world), servedBy('oregon'));
    // Three names of each Service change, each by a DELETE and a CREATE: one batch takes them all.
    assert.equal(callsSince(world, atPublication).get('recordStore.change'), 1);

    const atPasses = world.calls.length;
    await settle(world);
    const later = callsSince(world, atPasses);
    assert.equal(later.get('recordStore.change') ?? 0, 0);
    assert.ok((later.get('federatedServices.read') ?? 0) <= 2 * fleetSize);
    for (const key of fleetKeys) {
      const told = world.kubernetes.world.host.get(key);
      assert.deepEqual(
        told?.conditions.map(({ type, status }) => `${type} ${status}`),
        ['Propagated True', 'EndpointsReady True', 'DNSInSync True'],
        formatServiceKey(key),
      );
    }
    await world.resync();
    assert.deepEqual(lastRound(world)?.asked, 0);
  });

  it('one change of endpoints that nobody told of costs that Service alone', async () => {
    const world = await startFleet();
    const [first] = fleetKeys;
    assert.ok(first);
    world.kubernetes.world.member('tokyo').setEndpoints(first, 0);
    const before = world.calls.length;
    await world.resync();
    await settle(world);
    const counts = callsSince(world, before);
    assert.equal(counts.get('workRows.seize'), 1);
    assert.equal(counts.get('recordStore.change'), 1);
    // The one that tells what was handed over, and the one that tells that it was published.
    assert.ok((counts.get('federatedServices.read') ?? 0) <= 2, JSON.stringify([...counts]));
  });

  it('a change of what is told alone is a pass, and no name is touched', async () => {
    const world = await startFleet();
    const [first] = fleetKeys;
    assert.ok(first);
    world.kubernetes.world.member('tokyo').setEndpoints(first, 3);
    const before = world.calls.length;
    await world.resync();
    assert.deepEqual(lastRound(world)?.reasons, ['status 1']);
    await settle(world);
    const counts = callsSince(world, before);
    assert.equal(counts.get('federatedServices.read'), 1);
    assert.equal(totals(counts, /^recordStore\.|seize|writeDesired/), 0);
  });
});

describe('a Service that is gone from the host', () => {
  it('loses its names, wherever it stood between those that are listed', async () => {
    const world = await startFleet();
    const gone = [0, 4, 5, fleetSize - 1].map((at) => fleetKeys[at]);
    for (const key of gone) if (key) world.kubernetes.world.host.erase(key);
    await world.resync();
    assert.deepEqual(lastRound(world)?.reasons, [`names ${gone.length}`]);
    await settle(world);
    const lines = servedBy('tokyo', 'oregon').filter(
      (line) => !gone.some((key) => line.startsWith(`${key?.name}.`)),
    );
    assert.deepEqual(globalNames(world), lines);
    await world.resync();
    assert.equal(lastRound(world)?.asked, 0);
  });
});

describe('names that are not handed over', () => {
  it('somebody worked on the Service since the table was read: a pass looks at it', async () => {
    const hooks: { atList?: (() => Promise<unknown>) | undefined } = {};
    const world = await startFleet({
      gate: async ({ call, phase }: Step) => {
        if (call !== 'memberClusters.listSlices' || phase !== 'before') return;
        const hook = hooks.atList;
        hooks.atList = undefined;
        await hook?.();
      },
    });
    const [first] = fleetKeys;
    assert.ok(first);
    fillCluster(world, 'tokyo', 0);
    hooks.atList = async () => {
      await world.rows.request(serviceWork(first), { now: world.clock.now(), delayMs: 0 });
      await world.deliver({ id: 0, key: serviceWork(first), dueAt: world.clock.now() });
    };
    await world.resync();
    assert.equal(lastRound(world)?.handedOver, fleetSize - 1);
    await settle(world);
    assert.deepEqual(globalNames(world), servedBy('oregon'));
  });

  it('somebody works on it: it is looked at once more', async () => {
    const world = await startFleet();
    const [first] = fleetKeys;
    assert.ok(first);
    const now = world.clock.now();
    await world.rows.request(serviceWork(first), { now, delayMs: 0 });
    await world.rows.acquire(serviceWork(first), { now, holder: 'another', leaseMs: 40_000 });
    fillCluster(world, 'tokyo', 0);
    await world.resync();
    assert.equal(lastRound(world)?.handedOver, fleetSize - 1);
    await settle(world);
    assert.deepEqual(globalNames(world), servedBy('oregon'));
  });

  it('the table refuses in between: what was written is published, and a pass does the rest', async () => {
    for (const call of ['serviceLedger.writeDesired', 'serviceLedger.markPending']) {
      let isBroken = false;
      const world = await startFleet({
        gate: (step: Step) => {
          if (isBroken && step.call === call && step.phase === 'before') throw new Error('refused');
        },
      });
      fillCluster(world, 'tokyo', 0);
      isBroken = true;
      await world.resync();
      isBroken = false;
      await settle(world);
      assert.deepEqual(globalNames(world), servedBy('oregon'), call);
    }
  });
});

describe('a member that can not be read', () => {
  it('is not empty: its addresses stay, the others are followed, and the resync comes again', async () => {
    const world = await startFleet();
    const tokyo = world.kubernetes.world.member('tokyo');
    fillCluster(world, 'oregon', 0);
    tokyo.setReachable(false);
    const before = world.calls.length;
    await world.resync();
    assert.deepEqual(lastRound(world)?.unread, ['tokyo']);
    assert.equal(callsSince(world, before).get('memberClusters.applyService') ?? 0, 0);
    const row = await world.rows.read(resyncWork);
    assert.deepEqual([row?.lastOutcome, row?.attempts], ['transient', 1]);
    await publish(world);
    assert.deepEqual(globalNames(world), servedBy('tokyo'));
    tokyo.setReachable(true);
    await settle(world);
    assert.deepEqual(globalNames(world), servedBy('tokyo'));
    assert.equal((await world.rows.read(resyncWork))?.lastOutcome, 'done');
  });

  it('from the page on at which its list fails', async () => {
    let left = Number.POSITIVE_INFINITY;
    const world = await startFleet({
      gate: ({ call, phase }: Step) => {
        if (call !== 'memberClusters.listServices' || phase !== 'before') return;
        left -= 1;
        if (left < 0) throw new Error('no answer');
      },
    });
    fillCluster(world, 'tokyo', 0);
    // The first page of each member is read, and no other one.
    left = memberCount;
    await world.resync();
    assert.deepEqual(lastRound(world)?.unread, ['oregon', 'tokyo']);
    assert.equal(lastRound(world)?.handedOver, pageSize);
    left = Number.POSITIVE_INFINITY;
    await settle(world);
    assert.deepEqual(globalNames(world), servedBy('oregon'));
  });

  it('and refuses for good is named, and nothing is tried again before the schedule does', async () => {
    const world = await startFleet();
    world.kubernetes.world.member('tokyo').setAuthorized(false);
    await world.resync();
    assert.deepEqual(lastRound(world)?.unread, ['tokyo']);
    assert.deepEqual(world.wakes.waiting(), []);
  });
});

describe('a copy that no slice is listed of', () => {
  it('is asked for by itself, and is not without endpoints for that', async () => {
    let isBroken = false;
    const world = await startFleet({
      gate: ({ call, phase }: Step) => {
        if (isBroken && call === 'memberClusters.countReadyEndpoints' && phase === 'before') {
          throw new Error('no answer');
        }
      },
    });
    const [first] = fleetKeys;
    assert.ok(first);
    // Somebody else makes the endpoints of this one, without labels.
    const tokyo = world.kubernetes.world.member('tokyo');
    tokyo.hideSlice(first);
    const before = world.calls.length;
    await world.resync();
    assert.equal(callsSince(world, before).get('memberClusters.countReadyEndpoints'), 1);
    assert.equal(lastRound(world)?.asked, 0);
    isBroken = true;
    await world.resync();
    assert.equal(lastRound(world)?.asked, 0, 'what can not be read takes no name away');
    isBroken = false;
    tokyo.setEndpoints(first, 0);
    tokyo.hideSlice(first);
    await world.resync();
    assert.deepEqual(lastRound(world)?.reasons, ['names 1']);
  });
});

describe('a resync whose time runs out', () => {
  /** A world whose invocation hears, at the n-th list of the host, that its time is up. */
  const outOfTime = async (listing: number) => {
    const deadline = new AbortController();
    let lists = Number.NEGATIVE_INFINITY;
    const world = await startFleet({
      gate: ({ call, phase }: Step) => {
        if (call !== 'federatedServices.list' || phase !== 'before') return;
        lists += 1;
        if (lists === listing) deadline.abort(new Error("the function's time is nearly up"));
      },
    });
    fillCluster(world, 'tokyo', 0);
    lists = 0;
    const { signal } = deadline;
    await scheduledResync(resyncPass, { ...world.context('short'), signal });
    lists = Number.NEGATIVE_INFINITY;
    return world;
  };

  it('goes on where it stopped, at once, and ends as if nothing had been', async () => {
    for (let listing = 1; listing <= pages; listing += 1) {
      // A page is asked for while the one before it is dealt with, which then is not dealt with either.
      const left = pages - Math.max(0, listing - 2);
      const world = await outOfTime(listing);
      const row = await world.rows.read(resyncWork);
      assert.equal(row?.lastOutcome, 'deadline');
      const [again] = world.wakes.waiting().filter(({ key }) => key.kind === 'resync');
      assert.equal(again?.dueAt, world.clock.now() + 1_000);
      await world.clock.advance(1_000);
      const before = world.calls.length;
      await world.deliver(again);
      assert.equal(callsSince(world, before).get('federatedServices.list'), left);
      assert.equal(lastRound(world)?.listed, fleetSize);
      assert.equal(lastRound(world)?.handedOver, fleetSize);
      world.wakes
        .due(world.clock.now())
        .filter(({ key }) => key.kind !== 'resync')
        .map((message) => world.wakes.putBack(message, message.dueAt));
      await settle(world);
      assert.deepEqual(globalNames(world), servedBy('oregon'));
    }
  });

  it('is followed by a whole one, if somebody asked meanwhile', async () => {
    const world = await outOfTime(3);
    // The first page is dealt with; then it changes once more, and somebody tells of it.
    await settleServices(world);
    fillCluster(world, 'tokyo', 2);
    await world.rows.request(resyncWork, { now: world.clock.now(), delayMs: 0 });
    await settle(world);
    assert.deepEqual(globalNames(world), servedBy('tokyo', 'oregon'));
  });

  it('and is not gone on with for ever', async () => {
    const world = await outOfTime(3);
    world.wakes.due(world.clock.now() + 600_000);
    await world.clock.advance(31 * 60_000);
    const before = world.calls.length;
    await world.resync();
    assert.equal(callsSince(world, before).get('federatedServices.list'), pages);
  });
});

/** Deals with everything that waits, but for the resync. */
const settleServices = async (world: World): Promise<void> => {
  for (const message of world.wakes.due(world.clock.now() + 1_000)) {
    if (message.key.kind === 'resync') world.wakes.putBack(message, message.dueAt);
    else if (message.key.kind === 'service') await world.deliver(message);
    else world.wakes.putBack(message, message.dueAt);
  }
};

describe('a resync of one namespace', () => {
  it('looks at that namespace alone, to the last of what is gone there', async () => {
    const world = await startFleet();
    fillCluster(world, 'tokyo', 0);
    const [first] = fleetKeys;
    const last = fleetKeys.at(-1);
    assert.ok(first && last);
    world.kubernetes.world.host.erase(last);
    const key = { kind: 'namespace', namespace: last.namespace } as const;
    await world.rows.request(key, { now: world.clock.now(), delayMs: 0 });
    await world.deliver({ id: 0, key, dueAt: world.clock.now() });
    const inShop = fleetKeys.filter(({ namespace }) => namespace === last.namespace).length;
    assert.deepEqual(lastRound(world)?.reasons, [`names ${inShop}`]);
    assert.equal(lastRound(world)?.listed, inShop - 1);
    await settle(world);
    const shop = globalNames(world).filter((line) => line.includes('.shop.'));
    assert.deepEqual(
      shop,
      servedBy('oregon').filter((line) => line.includes('.shop.') && !line.startsWith(last.name)),
    );
    assert.ok(globalNames(world).some((line) => line.startsWith(first.name) && /192/.test(line)));
  });
});

describe('what nobody looks after', () => {
  it('messages that are lost: of a Service, and of a zone with something pending', async () => {
    const world = await startFleet();
    const [first] = fleetKeys;
    assert.ok(first);
    world.kubernetes.world.member('tokyo').setEndpoints(first, 0);
    await world.rows.request(serviceWork(first), { now: world.clock.now(), delayMs: 0 });
    await world.deliver({ id: 0, key: serviceWork(first), dueAt: world.clock.now() });
    // Whatever is on its way is lost.
    world.wakes.due(world.clock.now() + 3_600_000);
    await world.clock.advance(310_000);
    const before = world.calls.length;
    await world.resync();
    assert.equal(callsSince(world, before).get('serviceLedger.writeDesired') ?? 0, 0);
    const asked = world.wakes.waiting().map(({ key }) => formatWorkKey(key));
    assert.deepEqual(asked, [formatWorkKey(zoneWork(zoneId))]);
    await settle(world);
    assert.ok(
      globalNames(world).includes(
        `${first.name}.${first.namespace}.demo.svc.seamark.example A 198.51.100.1`,
      ),
    );
  });

  it('a hosted zone that nobody found yet: one Service is asked for, and its pass finds it', async () => {
    const world = await startFleet();
    const context = { ...world.context('resync'), knownZone: async () => undefined };
    const before = world.calls.length;
    await scheduledResync(resyncPass, context);
    assert.deepEqual(lastRound(world)?.reasons, ['zone 1']);
    assert.equal(world.wakes.waiting().length, 1);
    assert.equal(callsSince(world, before).get('workRows.seize') ?? 0, 0);
  });
});
