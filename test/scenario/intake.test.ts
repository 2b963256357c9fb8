import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { intake } from '../../lib/controller/intake.ts';
import type { AuditEvent } from '../../lib/core/model/audit-event.ts';
import { serviceWork } from '../../lib/core/model/work-key.ts';
import { createWorld, type World, web } from './world.ts';

const event = (resource: string): AuditEvent => ({
  stage: 'ResponseComplete',
  verb: 'update',
  username: 'alice@example.test',
  dryRun: false,
  statusCode: 200,
  apiGroup: '',
  resource,
  ...web,
  items: [],
});

const settings = {
  queue: { reviewDelayMs: 2_000, clusterAvailableDelayMs: 20_000, publishDelayMs: 1_000 },
  hostSource: 'host',
  hostIsMember: false,
  ownUsernames: ['seamark'],
  secretNamespace: 'seamark-system',
};

const delayOf = async (world: World): Promise<number | undefined> => {
  const row = await world.rows.read(serviceWork(web));
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
