import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResyncContext } from '../../lib/controller/context.ts';
import { resyncPass, scheduledResync } from '../../lib/controller/resync/resync-pass.ts';
import type { Cluster } from '../../lib/core/model/cluster.ts';
import { resyncWork } from '../../lib/core/model/work-key.ts';
import type { MemberClusters, SliceEndpoints } from '../../lib/ports/member-clusters.ts';
import {
  callsSince,
  fillCluster,
  fleetKeys,
  globalNames,
  servedBy,
  settle,
  startFleet,
} from './fleet.ts';
import type { World } from './world.ts';

/** Time that the function gives a run. */
const functionMs = 300_000;

/** Some of the calls of a port, as a member answers them that means no good. */
type Answers = (members: MemberClusters, world: World) => Partial<MemberClusters>;

const nextTurn = (): Promise<boolean> => new Promise((next) => setImmediate(() => next(false)));

/** One run of the resync in which tokyo answers in its own way; returns how long it took, in virtual ms. */
const runWith = async (world: World, answers: Answers): Promise<number> => {
  const ctx = world.context(`resync-${world.clock.now()}`);
  const theirs = { ...ctx.members, ...answers(ctx.members, world) };
  const of = ({ name }: Cluster): MemberClusters => (name === 'tokyo' ? theirs : ctx.members);
  const members: ResyncContext['members'] = {
    listServices: (cluster, ...rest) => of(cluster).listServices(cluster, ...rest),
    listSlices: (cluster, ...rest) => of(cluster).listSlices(cluster, ...rest),
    countReadyEndpoints: (cluster, ...rest) => of(cluster).countReadyEndpoints(cluster, ...rest),
  };
  const deadline = new AbortController();
  const began = world.clock.now();
  const pass = { ...ctx, members, signal: deadline.signal };
  const run = scheduledResync(resyncPass, pass).then(() => true);
  const elapsed = (): number => world.clock.now() - began;
  while (!(await Promise.race([run, nextTurn()]))) {
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    await world.clock.advance(500);
    if (elapsed() > functionMs) deadline.abort(new Error("the function's time is nearly up"));
  }
  return elapsed();
};

const lastRound = (world: World) =>
  world.telemetry.lines().findLast(({ message }) => message === 'resync')?.fields;

const failure = async (world: World) => {
  const row = await world.rows.read(resyncWork);
  return { outcome: row?.lastOutcome, error: row?.lastError ?? '' };
};

/** What a run must come to that tokyo was slow in: oregon was followed, and tokyo was not taken for empty. */
const checkOthers = async (world: World): Promise<void> => {
  assert.deepEqual(lastRound(world)?.unread, ['tokyo']);
  assert.equal(lastRound(world)?.handedOver, fleetKeys.length);
  const { outcome, error } = await failure(world);
  assert.equal(outcome, 'transient');
  assert.match(error, /tokyo|no answer/);
  await settle(world);
  assert.deepEqual(globalNames(world), servedBy('tokyo'));
};

const slowCalls: readonly (readonly [string, Answers])[] = [
  [
    'list of slices has no end',
    (_, { clock }) => ({
      listSlices: async (_cluster, _options, signal) => {
        await clock.sleep(9_000, signal);
        return { items: [], next: 'again' };
      },
    }),
  ],
  [
    'list of Services has no end',
    (_, { clock }) => ({
      listServices: async (_cluster, _options, signal) => {
        await clock.sleep(9_000, signal);
        return { items: [], next: 'again' };
      },
    }),
  ],
  [
    'lists take turns',
    ({ listSlices }, { clock }) => ({
      listSlices: async (cluster, options, signal) => {
        await clock.sleep(9_000, signal);
        return await listSlices(cluster, options, signal);
      },
      listServices: async (_cluster, _options, signal) => {
        await clock.sleep(9_500, signal);
        return { items: [], next: 'again' };
      },
    }),
  ],
];

describe('a member that answers each call after 9 s, just in time', () => {
  for (const [title, answers] of slowCalls) {
    it(`whose ${title}: holds up the others for a minute, not for good`, async () => {
      const world = await startFleet();
      fillCluster(world, 'oregon', 0);
      const before = world.calls.length;
      const tookMs = await runWith(world, answers);
      assert.equal(callsSince(world, before).get('resyncProgress.save'), 2);
      assert.ok(tookMs >= 60_000 && tookMs < 75_000, `${tookMs} ms`);
      assert.match((await failure(world)).error, /cluster tokyo .* took 60 s of this run/);
      await checkOthers(world);
    });
  }

  it('whose slices name none of its copies: is asked for each no longer than that', async () => {
    const keys = Array.from({ length: 200 }, (_, at) => ({
      namespace: 'shop',
      name: `s${String(at).padStart(3, '0')}`,
    }));
    const world = await startFleet({ pageSize: 500 }, keys);
    const tookMs = await runWith(world, (_, { clock }) => ({
      listSlices: async () => ({ items: [] }),
      countReadyEndpoints: async (_cluster, _key, signal) => {
        await clock.sleep(9_000, signal);
        return 2;
      },
    }));
    assert.ok(tookMs >= 60_000 && tookMs < 75_000, `${tookMs} ms`);
    assert.deepEqual(lastRound(world)?.unread, ['tokyo']);
    assert.equal((await failure(world)).outcome, 'transient');
  });

  it('is read again by the next run, from where this one stopped', async () => {
    const world = await startFleet();
    fillCluster(world, 'tokyo', 0);
    const [, [, answers] = []] = slowCalls;
    assert.ok(answers);
    await runWith(world, answers);
    assert.equal(lastRound(world)?.handedOver, 0);
    await settle(world);
    assert.deepEqual(globalNames(world), servedBy('oregon'));
    assert.equal((await failure(world)).outcome, 'done');
  });
});

describe('a member that does not answer', () => {
  it('is waited for as long as one call may take', async () => {
    const world = await startFleet();
    fillCluster(world, 'oregon', 0);
    const tookMs = await runWith(world, (_, { clock }) => ({
      listSlices: async (_cluster, _options, signal) => {
        await clock.sleep(86_400_000, signal);
        return { items: [] };
      },
    }));
    assert.ok(tookMs >= 10_000 && tookMs < 15_000, `${tookMs} ms`);
    await checkOthers(world);
  });
});

describe('a member that is far away, and well', () => {
  it('is read to its end: lists that are read side by side are waited for once', async () => {
    // Four pages of each list, 72 s in all.
    const world = await startFleet({ pageSize: 3 });
    fillCluster(world, 'oregon', 0);
    await runWith(world, ({ listSlices, listServices }, { clock }) => ({
      listSlices: async (...asked) => {
        await clock.sleep(9_000, asked[2]);
        return await listSlices(...asked);
      },
      listServices: async (...asked) => {
        await clock.sleep(9_000, asked[2]);
        return await listServices(...asked);
      },
    }));
    assert.equal(lastRound(world)?.unread, undefined);
    assert.equal((await failure(world)).outcome, 'done');
  });
});

describe('a member whose lists mean no good', () => {
  /** A list without end, and how often it was asked for. */
  const endless = (items: (page: number) => readonly SliceEndpoints[]) => {
    const pages = { asked: 0 };
    const list = async () => {
      pages.asked += 1;
      assert.ok(pages.asked <= 5_000, 'nobody gives up');
      return { items: items(pages.asked), next: 'again' };
    };
    return { pages, list };
  };
  const [key] = fleetKeys;
  assert.ok(key);

  for (const name of ['listSlices', 'listServices'] as const) {
    it(`${name}: one that goes on and on is given up after 1,000 pages`, async () => {
      const world = await startFleet();
      fillCluster(world, 'oregon', 0);
      const { pages, list } = endless(() => []);
      await runWith(world, () => ({ [name]: list }));
      assert.ok(pages.asked >= 1_000 && pages.asked <= 1_002, `${pages.asked} pages`);
      assert.deepEqual(lastRound(world)?.unread, ['tokyo']);
      assert.equal((await failure(world)).outcome, 'done');
      await settle(world);
      assert.deepEqual(globalNames(world), servedBy('tokyo'));
    });
  }

  it('ever new addresses are given up after 16 million characters', async () => {
    const world = await startFleet();
    fillCluster(world, 'oregon', 0);
    const ready = ['x'.repeat(1_000_000)];
    const { pages, list } = endless(() => [{ key, ready }]);
    await runWith(world, () => ({ listSlices: list }));
    assert.ok(pages.asked >= 16 && pages.asked <= 18, `${pages.asked} pages`);
    assert.deepEqual(lastRound(world)?.unread, ['tokyo']);
    await settle(world);
    assert.deepEqual(globalNames(world), servedBy('tokyo'));
  });

  it('so are names of ever new Services', async () => {
    const world = await startFleet();
    const { pages, list } = endless((page) => [
      { key: { ...key, name: `${'n'.repeat(200_000)}${page}` }, ready: [] },
    ]);
    await runWith(world, () => ({ listSlices: list }));
    assert.ok(pages.asked >= 80 && pages.asked <= 82, `${pages.asked} pages`);
    assert.deepEqual(lastRound(world)?.unread, ['tokyo']);
  });
});
