import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { observe } from '../../lib/controller/observe.ts';
import type { LedgerEntry } from '../../lib/core/model/ledger-entry.ts';
import { deleteFinalizer, federationLabel } from '../../lib/core/model/names.ts';
import { isAlias, type RecordSet, type StoredRecordSet } from '../../lib/core/model/record-set.ts';
import { serviceWork } from '../../lib/core/model/work-key.ts';
import { planService } from '../../lib/core/plan-service.ts';
import { desiredClusterService } from '../../lib/core/propagation/cluster-service.ts';
import { createWorld, runUntilQuiet, type World, web, zoneId } from '../scenario/world.ts';
import { resolved } from '../support/arbitraries/addresses.ts';
import { ledgerEntries } from '../support/arbitraries/record-sets.ts';
import { runs } from '../support/arbitraries/runs.ts';
import {
  type MemberSituation,
  type Situation,
  situations,
} from '../support/arbitraries/situations.ts';
import { planSettings } from '../support/builders/service.ts';

/** What somebody has done to the Service before Seamark looks. */
type Life = 'declared' | 'deleted' | 'unlabelled';

const putCopy = async (world: World, member: MemberSituation, { service, before }: Situation) => {
  const cluster = world.kubernetes.world.member(member.cluster.name);
  const declared = member.copy === 'ours' ? service : before;
  if (member.copy === 'none') return;
  if (member.copy === 'namesake') cluster.put({ key: web, spec: before.spec });
  else {
    const manifest = desiredClusterService(declared, planSettings);
    const apply = { manifest, createNamespace: true };
    await world.kubernetes.memberClusters.applyService(member.cluster, apply);
  }
  if (cluster.get(web)?.spec['type'] === 'LoadBalancer') cluster.setIngress(web, member.ingress);
  cluster.setEndpoints(web, member.readyEndpoints);
  if (member.copy !== 'leaving') return;
  cluster.edit(web, (copy) => ({ ...copy, finalizers: ['cloud.example.test/hold'] }));
  cluster.remove(web);
};

const join = (world: World, { cluster, health }: MemberSituation): void => {
  const { name, region, zones, conditions } = cluster;
  world.kubernetes.world.member(name);
  const silent = health === 'silent' ? [] : conditions;
  const place = region === undefined ? {} : { region };
  world.kubernetes.world.clusters.put({ name, zones, ...place, conditions: silent });
  if (health !== 'well') world.kubernetes.world.member(name).setReachable(false);
};

const putLedger = async (world: World, entry: LedgerEntry): Promise<void> => {
  const { key, desired, applied, past } = entry;
  for (const set of applied) world.records.put(zoneId, storedForm(set));
  const first = { zoneId, key, desired: applied, desiredVersion: 1, past };
  await world.ledger.serviceLedger.writeDesired(first, 0);
  const written = { zoneId, key, applied, appliedVersion: 1, blocked: [], attempts: 0 };
  await world.ledger.zoneLedger.writePublished(written, 0);
  await world.ledger.serviceLedger.writeDesired({ ...first, desired, desiredVersion: 2 }, 0);
};

const storedForm = (set: RecordSet): StoredRecordSet =>
  isAlias(set) ? { ...set, values: [] } : set;

const start = async (situation: Situation, entry: LedgerEntry | null, life: Life) => {
  const world = createWorld({ resolve: async (hostname) => resolved[hostname] });
  world.kubernetes.world.host.put({ ...situation.service, key: web });
  if (life !== 'declared') {
    world.kubernetes.world.host.edit(web, (now) => ({ ...now, finalizers: [deleteFinalizer] }));
  }
  if (life === 'deleted') world.kubernetes.world.host.remove(web);
  if (life === 'unlabelled') {
    world.kubernetes.world.host.edit(web, (now) => ({ ...now, labels: {} }));
  }
  for (const member of situation.members) {
    await putCopy(world, member, situation);
    join(world, member);
  }
  if (entry !== null) await putLedger(world, entry);
  return world;
};

const writes =
  /recordStore\.change|applyService|deleteService|patchMetadata|patchStatus|writeDesired|markPending/;

/** How many passes over the Service were begun before the last write. */
const passesToTheLastWrite = (world: World, from: number): number => {
  const calls = world.calls.slice(from).map(({ call }) => call);
  const last = calls.findLastIndex((call) => writes.test(call));
  return calls.slice(0, last + 1).filter((call) => call === 'federatedServices.read').length;
};

const lines = (sets: readonly StoredRecordSet[]): readonly string[] =>
  sets
    .map(({ name, type, ttlSeconds, values, alias }) =>
      JSON.stringify([name, type, ttlSeconds, values, alias]),
    )
    .sort();

const wantedRecords = async (world: World): Promise<readonly string[]> => {
  const ctx = world.context('check');
  const row = await world.rows.read(serviceWork(web));
  assert.ok(row);
  const lease = { key: row.key, holder: 'check', fence: 0, leaseUntil: 0, generation: 0, row };
  const plan = planService(await observe(web, lease, ctx), planSettings);
  return lines(plan.zones.flatMap(({ recordSets }) => recordSets.map(storedForm)));
};

const checkReached = async (world: World, situation: Situation, life: Life): Promise<void> => {
  assert.deepEqual(lines(world.records.sets(zoneId)), await wantedRecords(world));
  const held = situation.members.some(({ copy }) => copy === 'leaving');
  const service = world.kubernetes.world.host.get(web);
  if (life !== 'declared' && !held) {
    assert.equal(service?.finalizers.includes(deleteFinalizer) ?? false, false);
  }
  for (const { cluster, copy } of situation.members) {
    const found = world.kubernetes.world.member(cluster.name).get(web);
    const isOurs = found?.labels[federationLabel] !== undefined;
    const wantsOne = life === 'declared' ? copy !== 'namesake' : copy === 'leaving';
    assert.equal(isOurs, wantsOne, `${cluster.name}: ${copy}`);
  }
};

/** A resync finds nothing to do, but for a namesake: a list of copies does not show it. */
const checkQuiet = async (world: World, { members }: Situation): Promise<void> => {
  if (members.some(({ copy }) => copy === 'namesake')) return;
  await world.resync();
  const round = world.telemetry.lines().findLast(({ message }) => message === 'resync')?.fields;
  assert.deepEqual([round?.asked, round?.reasons], [0, undefined]);
};

describe('convergence', () => {
  it('law 2: from any world, three passes at most reach what is declared', async () => {
    const property = fc.asyncProperty(
      situations({ healthy: true }),
      fc.option(ledgerEntries('web')),
      fc.constantFrom<Life>('declared', 'declared', 'deleted', 'unlabelled'),
      fc.boolean(),
      async (situation, entry, life, isHeard) => {
        const world = await start(situation, entry, life);
        const from = world.calls.length;
        // What no event told the resync finds.
        await (isHeard ? world.ask(0) : world.resync());
        await runUntilQuiet(world, { withinMs: 15_000 });
        assert.ok(passesToTheLastWrite(world, from) <= 3);
        await checkReached(world, situation, life);
        const before = world.calls.length;
        await world.ask(0);
        await runUntilQuiet(world, { withinMs: 100 });
        const later = world.calls.slice(before).map(({ call }) => call);
        assert.deepEqual(
          later.filter((call) => writes.test(call)),
          [],
        );
        await checkQuiet(world, situation);
      },
    );
    await fc.assert(property, runs);
  });
});
