import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { intake } from '../../lib/controller/intake.ts';
import type { AuditEvent } from '../../lib/core/model/audit-event.ts';
import { aService } from '../support/builders/service.ts';
import { lifeCycle, runStage, tokyoIsEmpty } from './life-cycle.ts';
import { createWorld, joinTwo, recordLines, runUntilQuiet, type World, web } from './world.ts';

const file = new URL('../fixtures/cases/faults/F32-events-lost.json', import.meta.url);
const { expect, input } = JSON.parse(readFileSync(file, 'utf8'));
const [create] = lifeCycle;
assert.ok(create);

const api = { namespace: 'shop', name: 'api' } as const;

const settings = {
  queue: { reviewDelayMs: 2_000, clusterAvailableDelayMs: 20_000, publishDelayMs: 1_000 },
  hostSource: 'host',
  hostIsMember: false,
  ownUsernames: [],
  secretNamespace: 'seamark-system',
};

const update: AuditEvent = {
  stage: 'ResponseComplete',
  verb: 'update',
  username: 'alice',
  dryRun: false,
  statusCode: 200,
  apiGroup: '',
  resource: 'services',
  ...web,
};

const writes = /recordStore|applyService|deleteService|patch|writeDesired|markPending/;

const writesAfter = async (
  world: World,
  events: readonly AuditEvent[],
): Promise<readonly string[]> => {
  const before = world.calls.length;
  for (const event of events) await intake([event], 'host', settings, world.queueing);
  await runUntilQuiet(world, { withinMs: 10_000 });
  return world.calls
    .slice(before)
    .map(({ call }) => call)
    .filter((call) => writes.test(call));
};

describe('F32: audit events that are dropped, late or come twice', () => {
  it('one scheduled run makes good what was lost', async () => {
    assert.deepEqual(input.lost, [
      'create shop/web',
      'delete shop/api',
      'endpoints update in member u',
    ]);
    const world = createWorld();
    joinTwo(world);
    world.kubernetes.world.host.put({ ...aService(), key: api, finalizers: [] });
    await world.resync();
    await runUntilQuiet(world, { withinMs: 10_000 });
    assert.ok(world.kubernetes.world.member('tokyo').get(api));
    // From here on nobody tells anything.
    world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
    world.kubernetes.world.host.remove(api);
    await runUntilQuiet(world, { withinMs: 60_000 });
    assert.equal(world.kubernetes.world.member('tokyo').get(web), undefined);
    await world.resync();
    await runUntilQuiet(world, { withinMs: 60_000 });
    assert.equal(expect.after_scheduled_run['shop/web'], 'propagated');
    assert.ok(world.kubernetes.world.member('tokyo').get(web));
    assert.equal(expect.after_scheduled_run['shop/api'], 'cleaned from state');
    assert.equal(world.kubernetes.world.host.get(api), undefined);
    assert.equal(world.kubernetes.world.member('tokyo').get(api), undefined);
  });

  it('DNS of a member whose endpoints changed unheard is current after it', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    world.kubernetes.world.member('tokyo').setEndpoints(web, 0);
    await world.resync();
    await runUntilQuiet(world, { withinMs: 10_000 });
    assert.equal(expect.after_scheduled_run.dns_of_u, 'current');
    assert.deepEqual(recordLines(world), tokyoIsEmpty);
  });

  it('duplicates and late events write nothing: the live objects are read', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    assert.equal(expect.duplicates_effect, 'no writes');
    assert.deepEqual(await writesAfter(world, [update, update, update]), []);
    assert.match(expect.late_event_effect, /^none/);
    assert.deepEqual(await writesAfter(world, [{ ...update, verb: 'delete' }]), []);
    assert.ok(world.kubernetes.world.member('tokyo').get(web));
  });
});
