import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SliceEndpoints } from '../../lib/ports/member-clusters.ts';
import { aService } from '../support/builders/service.ts';
import {
  fillCluster,
  fleetKeys,
  globalNames,
  pageSize,
  servedBy,
  settle,
  startFleet,
} from './fleet.ts';
import { lastRound, lastRun, runWith } from './odd-member.ts';

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
      assert.equal((await lastRun(world)).outcome, 'done');
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

  it('copies that the host has no Service of are not kept, however many and large', async () => {
    const world = await startFleet();
    fillCluster(world, 'oregon', 0);
    const other = { ...aService(), annotations: { note: 'x'.repeat(1_000_000) } };
    await runWith(world, ({ listServices }) => ({
      listServices: async (cluster, options, signal) => {
        const page = await listServices(cluster, options, signal);
        // Behind each copy come ten that nobody asked for.
        const items = page.items.flatMap((copy) => [
          copy,
          ...Array.from({ length: 10 }, (_, at) => ({
            ...other,
            key: { ...copy.key, name: `${copy.key.name}-${at}` },
          })),
        ]);
        return { ...page, items };
      },
    }));
    assert.equal(lastRound(world)?.unread, undefined);
    assert.equal(lastRound(world)?.handedOver, fleetKeys.length);
  });

  it('copies of one page of the host are given up after 8 million characters', async () => {
    const world = await startFleet();
    fillCluster(world, 'oregon', 0);
    await runWith(world, ({ listServices }) => ({
      listServices: async (cluster, options, signal) => {
        const page = await listServices(cluster, options, signal);
        const annotations = { note: 'x'.repeat(8_000_000 / pageSize) };
        return { ...page, items: page.items.map((copy) => ({ ...copy, annotations })) };
      },
    }));
    assert.deepEqual(lastRound(world)?.unread, ['tokyo']);
    assert.equal((await lastRun(world)).outcome, 'done');
    await settle(world);
    assert.deepEqual(globalNames(world), servedBy('tokyo'));
  });
});
