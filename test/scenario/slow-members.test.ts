import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  callsSince,
  fillCluster,
  fleetKeys,
  globalNames,
  servedBy,
  settle,
  startFleet,
} from './fleet.ts';
import { type Answers, lastRound, lastRun, runWith } from './odd-member.ts';
import type { World } from './world.ts';

/** What a run must come to that tokyo was slow in: oregon was followed, and tokyo was not taken for empty. */
const checkOthers = async (world: World): Promise<void> => {
  assert.deepEqual(lastRound(world)?.unread, ['tokyo']);
  assert.equal(lastRound(world)?.handedOver, fleetKeys.length);
  const { outcome, error } = await lastRun(world);
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
      assert.ok(tookMs >= 60_000 && tookMs < 62_000, `${tookMs} ms`);
      assert.match((await lastRun(world)).error, /cluster tokyo .* took 60 s of this run/);
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
    assert.ok(tookMs >= 60_000 && tookMs < 62_000, `${tookMs} ms`);
    assert.deepEqual(lastRound(world)?.unread, ['tokyo']);
    assert.equal((await lastRun(world)).outcome, 'transient');
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
    assert.equal((await lastRun(world)).outcome, 'done');
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
    assert.equal((await lastRun(world)).outcome, 'done');
  });
});
