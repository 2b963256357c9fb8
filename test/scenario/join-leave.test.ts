import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clusterFinalizer } from '../../lib/core/model/names.ts';
import type { PlanSettings } from '../../lib/core/model/settings.ts';
import { aService, planSettings } from '../support/builders/service.ts';
import type { Gate } from '../support/gate.ts';
import { bothServe, lifeCycle, runStage } from './life-cycle.ts';
import {
  addressOf,
  createWorld,
  joinTwo,
  recordLines,
  runUntilQuiet,
  serveCopies,
  type World,
  web,
} from './world.ts';

const [create] = lifeCycle;
assert.ok(create);

const prefix = 'web.shop.demo.svc';
const onlyOregon: readonly string[] = [
  `${prefix}.seamark.example A ${addressOf['oregon']}`,
  `${prefix}.us-west-2.seamark.example A ${addressOf['oregon']}`,
  `${prefix}.us-west-2a.us-west-2.seamark.example A ${addressOf['oregon']}`,
];

/** Both clusters looked at once and serving. */
const startBoth = async (
  leaving: PlanSettings['leaving'] = 'keep',
  gate?: Gate,
): Promise<World> => {
  const world = createWorld({
    settings: { ...planSettings, leaving },
    ...(gate ? { gate } : {}),
  });
  joinTwo(world);
  await world.look();
  await runStage(world, create);
  assert.deepEqual(recordLines(world), bothServe);
  return world;
};

const settle = (world: World, withinMs = 600_000): Promise<void> =>
  runUntilQuiet(world, { withinMs, between: () => serveCopies(world) });

const copyIn = (world: World, cluster: string) => world.kubernetes.world.member(cluster).get(web);
const clusterIn = (world: World, cluster: string) => world.kubernetes.world.clusters.get(cluster);

describe('a cluster that joins', () => {
  it('gets every Service 20 s after it became available', async () => {
    const world = createWorld();
    world.kubernetes.world.clusters.put({ name: 'oregon' });
    world.kubernetes.world.member('oregon').setNodes([
      {
        'topology.kubernetes.io/region': 'us-west-2',
        'topology.kubernetes.io/zone': 'us-west-2a',
      },
    ]);
    world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
    const asked = world.clock.now();
    const report = await world.look();
    assert.deepEqual(report.changed, ['oregon became-available']);
    assert.deepEqual(
      world.wakes.waiting().map(({ dueAt }) => dueAt - asked),
      [20_000],
    );
    await settle(world);
    assert.deepEqual(recordLines(world), onlyOregon);
    assert.deepEqual(clusterIn(world, 'oregon')?.finalizers, [clusterFinalizer]);
  });

  it('is asked for once: the next look finds nothing new', async () => {
    const world = await startBoth();
    assert.deepEqual((await world.look()).changed, []);
    assert.equal(world.wakes.waiting().length, 0);
  });

  it('is made good by the next look, if the first one died before it could ask', async () => {
    const world = createWorld({
      gate: ({ call }) => {
        if (dying && call === 'workRows.request') throw new Error('killed');
      },
    });
    let dying = true;
    joinTwo(world);
    world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
    await assert.rejects(world.look());
    dying = false;
    assert.equal((await world.look()).changed.length, 2);
  });
});

describe('a cluster that moves', () => {
  it('W35: another zone takes its names along at once', async () => {
    const world = await startBoth();
    world.kubernetes.world.member('tokyo').setNodes([
      {
        'topology.kubernetes.io/region': 'ap-northeast-3',
        'topology.kubernetes.io/zone': 'ap-northeast-3b',
      },
    ]);
    assert.deepEqual((await world.look()).changed, ['tokyo changed']);
    await settle(world);
    const lines = recordLines(world);
    assert.ok(
      lines.includes(
        `${prefix}.ap-northeast-3b.ap-northeast-3.seamark.example A ${addressOf['tokyo']}`,
      ),
    );
    assert.ok(lines.every((line) => !line.includes('ap-northeast-1')));
  });

  it('W35: another label is a reason to look', async () => {
    const world = await startBoth();
    world.kubernetes.world.clusters.edit('tokyo', (now) => ({ ...now, labels: { tier: 'gold' } }));
    assert.deepEqual((await world.look()).changed, ['tokyo changed']);
  });
});

describe('W4: a cluster that leaves', () => {
  it('takes its names along, then goes; its copies stay', async () => {
    const world = await startBoth();
    world.kubernetes.world.clusters.remove('tokyo');
    const first = await world.look();
    assert.deepEqual([first.changed, first.released], [['tokyo changed'], []]);
    await settle(world);
    assert.deepEqual(recordLines(world), onlyOregon);
    assert.ok(clusterIn(world, 'tokyo'));
    assert.deepEqual((await world.look()).released, ['tokyo']);
    assert.equal(clusterIn(world, 'tokyo'), undefined);
    assert.ok(copyIn(world, 'tokyo'));
    await world.resync();
    await settle(world);
    assert.deepEqual(recordLines(world), onlyOregon);
    assert.ok(copyIn(world, 'tokyo'));
  });

  it('takes its copies along where the settings say so', async () => {
    const world = await startBoth('remove');
    world.kubernetes.world.clusters.remove('tokyo');
    await world.look();
    await settle(world);
    assert.equal(copyIn(world, 'tokyo'), undefined);
    assert.ok(copyIn(world, 'oregon'));
    assert.deepEqual((await world.look()).released, ['tokyo']);
  });

  it('stays while it may hold a copy that is to go', async () => {
    const world = await startBoth('remove');
    world.kubernetes.world.member('tokyo').setReachable(false);
    world.kubernetes.world.clusters.remove('tokyo');
    await world.look();
    await settle(world, 60_000);
    assert.deepEqual((await world.look()).released, []);
    assert.deepEqual(recordLines(world), onlyOregon);
    world.kubernetes.world.member('tokyo').setReachable(true);
    await world.look();
    await settle(world);
    assert.deepEqual((await world.look()).released, ['tokyo']);
    assert.equal(copyIn(world, 'tokyo'), undefined);
  });

  it('goes though it is dead, where its copies may stay', async () => {
    const world = await startBoth();
    world.kubernetes.world.member('tokyo').setReachable(false);
    world.kubernetes.world.clusters.remove('tokyo');
    await world.look();
    await settle(world, 60_000);
    await world.look();
    assert.equal(clusterIn(world, 'tokyo'), undefined);
    assert.deepEqual(recordLines(world), onlyOregon);
  });

  it('holds up no Service that is being deleted', async () => {
    const world = await startBoth();
    world.kubernetes.world.member('tokyo').setReachable(false);
    world.kubernetes.world.clusters.remove('tokyo');
    world.kubernetes.world.host.remove(web);
    await world.look();
    await settle(world);
    assert.equal(world.kubernetes.world.host.get(web), undefined);
    assert.deepEqual(recordLines(world), []);
  });

  it('the last one takes every name along', async () => {
    const world = await startBoth();
    for (const cluster of ['tokyo', 'oregon']) world.kubernetes.world.clusters.remove(cluster);
    await world.look();
    await settle(world);
    assert.deepEqual(recordLines(world), []);
    assert.deepEqual((await world.look()).released, ['oregon', 'tokyo']);
  });

  it('W41: one that was forced away is found by the resync', async () => {
    const world = await startBoth();
    world.kubernetes.world.clusters.forceAway('tokyo');
    await world.resync();
    await settle(world);
    assert.deepEqual(recordLines(world), onlyOregon);
  });
});

describe('a look that dies between any two steps', () => {
  const steps: readonly (readonly [string, (world: World) => void, (world: World) => void])[] = [
    [
      'of a cluster that leaves',
      (world) => world.kubernetes.world.clusters.remove('tokyo'),
      (world) => {
        assert.equal(clusterIn(world, 'tokyo'), undefined);
        assert.deepEqual(recordLines(world), onlyOregon);
      },
    ],
    [
      'of a cluster that is new to the looks',
      (world) => world.kubernetes.world.clusters.edit('tokyo', ({ plannedFor: _, ...now }) => now),
      (world) => {
        assert.deepEqual(clusterIn(world, 'tokyo')?.plannedFor?.available, true);
        assert.deepEqual(recordLines(world), bothServe);
      },
    ],
  ];
  for (const [name, act, check] of steps) {
    it(name, async () => {
      let left = Number.POSITIVE_INFINITY;
      const gate = () => {
        left -= 1;
        if (left < 0) throw new Error('killed');
      };
      for (let killAt = 0; ; killAt += 1) {
        left = Number.POSITIVE_INFINITY;
        const world = await startBoth('keep', gate);
        act(world);
        left = killAt;
        const [dead] = await Promise.allSettled([world.look()]);
        const whole = left >= 0;
        left = Number.POSITIVE_INFINITY;
        for (let look = 0; look < 3; look += 1) {
          await settle(world);
          await world.look();
          // A row whose message was lost is taken up by the resync, once its time is long past.
          await world.clock.advance(310_000);
          await world.resync();
        }
        check(world);
        assert.ok(dead);
        if (whole) return assert.ok(killAt > 8, `only ${killAt} steps`);
      }
    });
  }
});
