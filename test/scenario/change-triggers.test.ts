import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { intake } from '../../lib/controller/intake.ts';
import type { AuditEvent } from '../../lib/core/model/audit-event.ts';
import { fleetWork, serviceWork } from '../../lib/core/model/work-key.ts';
import { isApplicable } from '../support/not-applicable.ts';
import { readVectors, wanted } from '../support/read-vectors.ts';
import { lifeCycle, runStage } from './life-cycle.ts';
import { createWorld, joinTwo, runUntilQuiet, type World, web } from './world.ts';

const topic = 'change-triggers';
const [create] = lifeCycle;
assert.ok(create);

type Thing = { readonly metadata: object; readonly status?: object };
type Given = {
  /** `all` is what Services are watched for, `meta-and-spec` Clusters, `meta-and-field:subsets` endpoints. */
  readonly trigger: 'all' | 'meta-and-spec' | 'meta-and-field:subsets';
  readonly event: 'add' | 'update' | 'delete';
  readonly old: Thing | string | null;
  readonly new: Thing | null;
};
type Expect = { readonly fires: boolean };

const settings = {
  queue: { reviewDelayMs: 2_000, clusterAvailableDelayMs: 20_000, publishDelayMs: 1_000 },
  hostSource: 'host',
  hostIsMember: false,
  ownUsernames: [],
  secretNamespace: 'seamark-system',
};

const verbs = { add: 'create', update: 'update', delete: 'delete' } as const;

const targets = {
  all: { source: 'host', apiGroup: '', resource: 'services', ...web },
  'meta-and-spec': {
    source: 'host',
    apiGroup: 'federation.seamark.dev',
    resource: 'clusters',
    name: 'tokyo',
  },
  'meta-and-field:subsets': { source: 'tokyo', apiGroup: '', resource: 'endpoints', ...web },
} as const;

const statusOf = (thing: Given['old']): object | undefined =>
  typeof thing === 'object' && thing !== null ? thing.status : undefined;

/** The audit event that the API server writes of such a change; a status is written through its own subresource. */
const auditEvent = (given: Given): { readonly source: string; readonly event: AuditEvent } => {
  const { source, ...target } = targets[given.trigger];
  const isStatus = !isDeepStrictEqual(statusOf(given.old), statusOf(given.new));
  const subresource = given.event === 'update' && isStatus ? { subresource: 'status' } : {};
  const verb = verbs[given.event];
  const common = { stage: 'ResponseComplete', username: 'alice', dryRun: false, statusCode: 200 };
  return { source, event: { ...common, verb, ...target, ...subresource } };
};

const settled = async (): Promise<World> => {
  const world = createWorld();
  joinTwo(world);
  await runStage(world, create);
  await world.look();
  await runUntilQuiet(world, { withinMs: 60_000 });
  await world.look();
  return world;
};

const generationsOf = async (world: World): Promise<number> => {
  const rows = await Promise.all([serviceWork(web), fleetWork].map((key) => world.rows.read(key)));
  return rows.reduce((sum, row) => sum + (row?.generation ?? 0), 0);
};

const writes = /recordStore|applyService|deleteService|patch|writeDesired|markPending|writeStatus/;

describe('what is a reason to look: vectors', () => {
  const cases = readVectors<Given, Expect>(topic).filter(({ name }) => isApplicable(topic, name));
  for (const one of cases) {
    it(one.name, async () => {
      const world = await settled();
      const before = { generations: await generationsOf(world), calls: world.calls.length };
      if (one.name === 'all/resync-without-change') {
        // It looks at every Service through lists, and finds that no pass would change anything.
        await world.resync();
        const seen = world.calls.slice(before.calls).map(({ call }) => call);
        assert.ok(seen.includes('federatedServices.list'));
        assert.ok(seen.includes('memberClusters.listServices'));
      } else {
        const { source, event } = auditEvent(one.given);
        await intake([event], source, settings, world.queueing);
      }
      const asked = (await generationsOf(world)) > before.generations;
      if (wanted(one).fires && one.name !== 'all/resync-without-change') return assert.ok(asked);
      // An audit event does not tell whether the write changed anything: whoever looks must find nothing to do.
      await runUntilQuiet(world, { withinMs: 10_000 });
      const calls = world.calls.slice(before.calls).map(({ call }) => call);
      assert.deepEqual(
        calls.filter((call) => writes.test(call)),
        [],
      );
    });
  }

  it('W45: endpoints of Services that nobody federates wake nobody', async () => {
    const world = await settled();
    const { event } = auditEvent({
      trigger: 'meta-and-field:subsets',
      event: 'update',
      old: null,
      new: null,
    });
    const beat = { ...event, namespace: 'kube-system', name: 'cloud-controller-manager' };
    const beats = Array.from({ length: 200 }, () => beat);
    const calls = world.calls.length;
    await intake(beats, 'tokyo', settings, world.queueing);
    // Two hundred heartbeats cost one look at a row, which is not there (case A22).
    assert.deepEqual(
      world.calls.slice(calls).map(({ call }) => call),
      ['workRows.request'],
    );
    const lock = { ...beat, username: 'system:cloud-controller-manager' };
    await intake([lock], 'tokyo', settings, world.queueing);
    assert.equal(world.calls.length, calls + 1);
  });

  it('W46: a member’s change is reviewed after a short delay, and many are one pass', async () => {
    const world = await settled();
    const { event } = auditEvent({
      trigger: 'meta-and-field:subsets',
      event: 'update',
      old: null,
      new: null,
    });
    const before = world.calls.length;
    for (let change = 0; change < 20; change += 1) {
      await intake([event], 'tokyo', settings, world.queueing);
      await world.clock.advance(50);
    }
    const row = await world.rows.read(serviceWork(web));
    assert.equal((row?.dueAt ?? 0) - world.clock.now(), 2_000 - 20 * 50);
    await runUntilQuiet(world, { withinMs: 10_000 });
    const passes = world.calls
      .slice(before)
      .filter(({ call }) => call === 'federatedServices.read');
    assert.equal(passes.length, 1);
  });
});
