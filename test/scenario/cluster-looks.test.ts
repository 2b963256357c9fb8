import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lookAtClusters } from '../../lib/controller/cluster-health.ts';
import { ControllerError } from '../../lib/core/model/failure.ts';
import type { ClusterProbe } from '../../lib/ports/cluster-probe.ts';
import { isApplicable } from '../support/not-applicable.ts';
import { readVectors, wanted } from '../support/read-vectors.ts';
import { createWorld, type World } from './world.ts';

const join = (world: World, ...names: readonly string[]): void => {
  for (const name of names) world.kubernetes.world.join(name, { region: 'r', zones: ['z'] });
};

const clusterIn = (world: World, name: string) => world.kubernetes.world.clusters.get(name);

/** One look with some of a world's ports replaced. */
const lookWith = (world: World, ports: object) =>
  lookAtClusters({ ...world.context('look'), ...ports });

/** Looks at the clusters of a world while time goes on, until the look has ended. */
const lookInTime = async (world: World, probe: ClusterProbe, signal?: AbortSignal) => {
  const began = world.clock.now();
  const look = lookWith(world, { probe, ...(signal ? { signal } : {}) });
  const ended = look.then(() => true);
  const turn = () => new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
  while (!(await Promise.race([ended, turn()]))) await world.clock.advance(100);
  return { report: await look, tookMs: world.clock.now() - began };
};

type Given = {
  readonly known?: readonly string[];
  readonly listed?: readonly string[];
  readonly deleted?: readonly string[];
  readonly added?: readonly string[];
  readonly previous?: { readonly zones: readonly string[]; readonly region: string };
  readonly clusters?: readonly string[];
  readonly updateFailsFor?: readonly string[];
  readonly addRemoveLoops?: number;
};
type Expect = {
  readonly zones?: readonly string[];
  readonly region?: string;
  readonly updated?: readonly string[];
  readonly probed?: readonly string[];
  readonly known?: readonly string[];
  readonly clientRebuilt?: boolean;
  readonly retriedEachRound?: boolean;
};

/** Names that one look probed. */
const probedBy = async (world: World): Promise<readonly string[]> => {
  const probed: string[] = [];
  const { probe } = world.context('look');
  const healthz: ClusterProbe['healthz'] = (cluster, signal) => {
    probed.push(cluster.name);
    return probe.healthz(cluster, signal);
  };
  await lookWith(world, { probe: { ...probe, healthz } });
  return probed.sort();
};

const runs: { readonly [name: string]: (given: Given, want: Expect) => Promise<void> } = {
  'status-zones-lost-when-offline': async ({ previous }, want) => {
    assert.ok(previous);
    const world = createWorld();
    world.kubernetes.world.join('a', previous);
    world.kubernetes.world.member('a').setReachable(false);
    for (let at = 0; at < 4; at += 1) await world.look();
    const { zones, region } = clusterIn(world, 'a') ?? {};
    assert.deepEqual({ zones, region }, want);
  },
  'status-write-conflict-does-not-stop-the-round': async (given, want) => {
    const world = createWorld();
    join(world, ...(given.clusters ?? []));
    const { registry } = world.context('look');
    const updated = new Set<string>();
    const report = await lookWith(world, {
      registry: {
        ...registry,
        writeStatus: async (...call: Parameters<typeof registry.writeStatus>) => {
          const [{ name }] = call;
          if (given.updateFailsFor?.includes(name)) throw new ControllerError('conflict', 'moved');
          updated.add(name);
          return await registry.writeStatus(...call);
        },
      },
    });
    assert.deepEqual([...updated], want.updated);
    assert.deepEqual(report.failed, ['a: moved']);
  },
  'unknown-cluster-is-added-in-round-seed': async ({ listed }, want) => {
    const world = createWorld();
    join(world, ...(listed ?? []));
    assert.deepEqual(await probedBy(world), want.probed);
  },
  'deleted-cluster-drops-client': async ({ known, deleted }, want) => {
    const world = createWorld();
    join(world, ...(known ?? []));
    await world.look();
    for (const name of deleted ?? []) world.kubernetes.world.clusters.forceAway(name);
    assert.deepEqual(await probedBy(world), want.known);
  },
  'client-creation-failure-is-permanent': async ({ added }, want) => {
    const world = createWorld();
    join(world, ...(added ?? []));
    const { probe } = world.context('look');
    let asked = 0;
    const unasked = { kind: 'unasked', message: 'Cannot read Secret seamark-system/a' } as const;
    const healthz = async () => {
      asked += 1;
      return unasked;
    };
    for (let at = 0; at < 3; at += 1) {
      const { failed } = await lookWith(world, { probe: { ...probe, healthz } });
      assert.deepEqual(failed, [`a: ${unasked.message}`]);
    }
    assert.equal(asked === 3, want.retriedEachRound);
    assert.equal(
      clusterIn(world, 'a')?.conditions.find(({ type }) => type === 'Offline')?.status,
      'Unknown',
    );
    const { ready } = await world.look();
    assert.equal(ready, 1);
  },
  TestUpdateClusterRace: async ({ addRemoveLoops }) => {
    const world = createWorld();
    for (let at = 0; at < (addRemoveLoops ?? 0); at += 1) {
      join(world, 'a');
      const looks = Promise.all([world.look(), world.look()]);
      world.kubernetes.world.clusters.forceAway('a');
      join(world, 'a');
      await looks;
      world.kubernetes.world.clusters.forceAway('a');
    }
    assert.equal((await world.look()).clusters, 0);
  },
};

describe('looks at the clusters, as the vectors say', () => {
  const cases = readVectors<Given, Expect>('cluster-health').filter(
    ({ kind = '', name }) =>
      ['status-update', 'membership', 'race'].includes(kind) &&
      isApplicable('cluster-health', name),
  );
  for (const one of cases) {
    it(one.name, async () => {
      // That a changed address or Secret is picked up is the access's promise; its own tests run against servers.
      if (wanted(one).clientRebuilt) return assert.ok(one.name.startsWith('address-or-secret'));
      const run = runs[one.name];
      assert.ok(run, `no test for ${one.name}`);
      await run(one.given, wanted(one));
    });
  }
});

describe('W36, W40: many clusters', () => {
  const fifty = Array.from({ length: 50 }, (_, at) => `c${String(at).padStart(2, '0')}`);

  it('50 clusters of which most hang are looked at within the time of one', async () => {
    const world = createWorld();
    join(world, ...fifty);
    const { probe } = world.context('look');
    const hangs = new Promise<never>(() => undefined);
    const slow: ClusterProbe = {
      ...probe,
      healthz: async (cluster, signal) => {
        if (Number(cluster.name.slice(1)) % 5 === 0) return await probe.healthz(cluster, signal);
        await world.clock.sleep(3_000, signal);
        return { kind: 'silent', message: 'no answer within 3000 ms' };
      },
      nodeLabels: () => hangs,
    };
    const { report, tookMs } = await lookInTime(world, slow);
    assert.ok(tookMs <= 10_000, `${tookMs} ms`);
    assert.equal(report.failed.length, 0);
    assert.equal(report.clusters, 50);
    const offline = fifty.filter((name) =>
      clusterIn(world, name)?.conditions.some(
        ({ type, status }) => type === 'Offline' && status !== 'False',
      ),
    );
    assert.equal(offline.length, 40);
    // Nodes that nobody lists in time leave the last known location.
    assert.ok(fifty.every((name) => clusterIn(world, name)?.region === 'r'));
  });

  it('the end of the invocation is no silence of the clusters', async () => {
    const world = createWorld();
    join(world, 'a', 'b');
    await world.look();
    const before = clusterIn(world, 'a');
    const { probe } = world.context('look');
    const end = new AbortController();
    const healthz: ClusterProbe['healthz'] = async (cluster, signal) => {
      if (cluster.name === 'b') return await probe.healthz(cluster, signal);
      end.abort(new Error('out of time'));
      return { kind: 'unasked', message: 'the call was aborted' };
    };
    const [look] = await Promise.allSettled([lookInTime(world, { ...probe, healthz }, end.signal)]);
    assert.ok(look);
    assert.deepEqual(clusterIn(world, 'a'), before);
  });

  it('W40: two looks at the same time count once', async () => {
    const world = createWorld();
    join(world, 'a');
    await world.look();
    world.kubernetes.world.member('a').setReachable(false);
    await Promise.all([world.look(), world.look()]);
    assert.equal(clusterIn(world, 'a')?.probes?.failures, 1);
  });

  it('a look out of turn tells of a failure but does not count it', async () => {
    const world = createWorld();
    join(world, 'a');
    await world.look();
    world.kubernetes.world.member('a').setReachable(false);
    const rules = { ...world.context('look').rules, outOfTurn: true };
    for (let at = 0; at < 5; at += 1) await lookWith(world, { rules });
    const { probes, conditions } = clusterIn(world, 'a') ?? {};
    assert.equal(probes?.failures, 0);
    assert.deepEqual(
      conditions?.map(({ type, status }) => `${type} ${status}`),
      ['Ready True', 'Offline Unknown'],
    );
  });

  it('W31: a ready cluster that cannot be read is judged by itself', async () => {
    const world = createWorld();
    join(world, 'a', 'b');
    await world.look();
    world.kubernetes.world.member('b').setAuthorized(false);
    await world.look();
    assert.deepEqual(
      ['a', 'b'].map((name) => clusterIn(world, name)?.zones),
      [['z'], ['z']],
    );
  });
});
