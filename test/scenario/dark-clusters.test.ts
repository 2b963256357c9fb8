import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lifeCycle, runStage } from './life-cycle.ts';
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

const paris = '203.0.113.30';
const members: readonly (readonly [string, string])[] = [
  ...Object.entries(addressOf),
  ['paris', paris],
];

/** Three clusters in three regions that serve, each looked at once. */
const startThree = async (dark: 'preserve' | 'withdraw' = 'withdraw'): Promise<World> => {
  const world = createWorld({ dark });
  joinTwo(world);
  world.kubernetes.world.join('paris', { region: 'eu-west-3', zones: ['eu-west-3a'] });
  await world.look();
  await runStage(world, { ...create, check: () => undefined });
  world.kubernetes.world.member('paris').setIngress(web, [{ ip: paris }]);
  world.kubernetes.world.member('paris').setEndpoints(web, 1);
  await world.ask(0);
  await settle(world);
  return world;
};

const settle = (world: World): Promise<void> =>
  runUntilQuiet(world, { withinMs: 120_000, between: () => serveCopies(world) });

const look = async (world: World, times = 1): Promise<void> => {
  for (let at = 0; at < times; at += 1) {
    await world.clock.advance(10_000);
    await world.look();
    await settle(world);
  }
};

const goDark = (world: World, ...clusters: readonly string[]): void => {
  for (const cluster of clusters) world.kubernetes.world.member(cluster).setReachable(false);
};

const closeAddresses = (world: World, ...clusters: readonly string[]): void => {
  for (const [cluster, ip] of members) if (clusters.includes(cluster)) world.closed.add(ip);
};

const globalAddresses = (world: World): readonly string[] =>
  recordLines(world)
    .filter((line) => line.startsWith('web.shop.demo.svc.seamark.example A '))
    .flatMap((line) => (line.split(' ')[2] ?? '').split(','))
    .sort();

const all = members.map(([, ip]) => ip).sort();
const without = (...names: readonly string[]): readonly string[] =>
  members.flatMap(([name, ip]) => (names.includes(name) ? [] : [ip])).sort();

const condition = (world: World, cluster: string, type: string) =>
  world.kubernetes.world.clusters.get(cluster)?.conditions.find((one) => one.type === type);

describe('W7: dark clusters', () => {
  it('F01: a silent API alone takes no address away, and is visible at once', async () => {
    const world = await startThree();
    goDark(world, 'tokyo');
    await look(world);
    assert.equal(condition(world, 'tokyo', 'Offline')?.status, 'Unknown');
    assert.equal(condition(world, 'tokyo', 'Ready')?.status, 'True');
    await look(world, 10);
    assert.equal(condition(world, 'tokyo', 'Offline')?.status, 'True');
    assert.equal(condition(world, 'tokyo', 'Withdrawn')?.status, 'False');
    assert.deepEqual(globalAddresses(world), all);
  });

  it('F01: with the policy preserve no signal takes an address away', async () => {
    const world = await startThree('preserve');
    goDark(world, 'tokyo');
    closeAddresses(world, 'tokyo');
    await look(world, 10);
    assert.deepEqual(globalAddresses(world), all);
    assert.equal(condition(world, 'tokyo', 'Withdrawn'), undefined);
  });

  it('both signals: withdrawn at the third look, and its names fall up', async () => {
    const world = await startThree();
    goDark(world, 'tokyo');
    closeAddresses(world, 'tokyo');
    await look(world, 2);
    assert.deepEqual(globalAddresses(world), all);
    await look(world);
    assert.equal(condition(world, 'tokyo', 'Withdrawn')?.status, 'True');
    assert.deepEqual(globalAddresses(world), without('tokyo'));
    const region = 'web.shop.demo.svc.ap-northeast-1.seamark.example';
    assert.ok(recordLines(world).includes(`${region} CNAME web.shop.demo.svc.seamark.example`));
  });

  for (const [signal, comeBack] of [
    ['API', (world: World) => world.kubernetes.world.member('tokyo').setReachable(true)],
    ['addresses', (world: World) => world.closed.clear()],
  ] as const) {
    it(`back again by its ${signal}: restored at once`, async () => {
      const world = await startThree();
      goDark(world, 'tokyo');
      closeAddresses(world, 'tokyo');
      await look(world, 3);
      assert.deepEqual(globalAddresses(world), without('tokyo'));
      comeBack(world);
      const before = world.clock.now();
      await look(world);
      assert.ok(world.clock.now() - before < 20_000);
      assert.deepEqual(globalAddresses(world), all);
    });
  }

  it('two of three dark: the breaker holds, says so, and nothing goes', async () => {
    const world = await startThree();
    goDark(world, 'tokyo', 'oregon');
    closeAddresses(world, 'tokyo', 'oregon');
    await look(world, 6);
    assert.deepEqual(globalAddresses(world), all);
    assert.equal(condition(world, 'tokyo', 'Withdrawn')?.reason, 'BreakerHolds');
    const { held } = await world.look();
    assert.match(held.join('; '), /tokyo: 2 of 3 clusters would be withdrawn, more than 50 %/);
  });

  it('all dark: nothing is withdrawn', async () => {
    const world = await startThree();
    goDark(world, 'tokyo', 'oregon', 'paris');
    closeAddresses(world, 'tokyo', 'oregon', 'paris');
    await look(world, 6);
    assert.deepEqual(globalAddresses(world), all);
  });

  it('the last address stays, though its cluster is withdrawn', async () => {
    const world = await startThree();
    goDark(world, 'tokyo');
    closeAddresses(world, 'tokyo');
    await look(world, 3);
    for (const cluster of ['oregon', 'paris']) {
      world.kubernetes.world.member(cluster).setEndpoints(web, 0);
    }
    await world.ask(0);
    await settle(world);
    assert.deepEqual(globalAddresses(world), [addressOf['tokyo']]);
  });

  it('a list of Services that breaks off proves nothing', async () => {
    const world = await startThree();
    goDark(world, 'tokyo');
    closeAddresses(world, 'tokyo');
    const context = world.context('broken');
    const { lookAtClusters } = await import('../../lib/controller/cluster-health.ts');
    for (let at = 0; at < 5; at += 1) {
      const report = await lookAtClusters({
        ...context,
        services: {
          ...context.services,
          list: async () => {
            throw new Error('the list broke off');
          },
        },
      }).catch((error: unknown) => error);
      assert.ok(report);
    }
    assert.equal(condition(world, 'tokyo', 'Withdrawn')?.reason, 'NoEvidence');
  });

  it('a flapping cluster is never believed dark', async () => {
    const world = await startThree();
    closeAddresses(world, 'tokyo');
    for (let at = 0; at < 6; at += 1) {
      goDark(world, 'tokyo');
      await look(world, 2);
      world.kubernetes.world.member('tokyo').setReachable(true);
      await look(world);
    }
    assert.deepEqual(globalAddresses(world), all);
    assert.equal(condition(world, 'tokyo', 'Ready')?.status, 'True');
  });
});
