import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ControllerError } from '../../lib/core/model/failure.ts';
import { deleteFinalizer, foregroundFinalizer } from '../../lib/core/model/names.ts';
import { aService } from '../support/builders/service.ts';
import type { Deletion } from '../support/fakes/kubernetes/service-store.ts';
import { readCase } from '../support/read-case.ts';
import { readVectors, wanted } from '../support/read-vectors.ts';
import { conditionOf, copyIn, countCalls, servedWorld, settle } from './host-edits.ts';
import { bothServe } from './life-cycle.ts';
import { createWorld, joinTwo, recordLines, runUntilQuiet, type World, web } from './world.ts';

const remove = async (world: World, deletion: Deletion = {}): Promise<void> => {
  world.kubernetes.world.host.remove(web, deletion);
  await settle(world);
};

const hostService = (world: World) => world.kubernetes.world.host.get(web);

const copies = (world: World): readonly string[] =>
  ['tokyo', 'oregon'].filter((cluster) => copyIn(world, cluster));

const gone = (world: World): void => {
  assert.deepEqual(recordLines(world), []);
  assert.deepEqual(copies(world), []);
  assert.equal(hostService(world), undefined);
};

describe('deletion: vectors', () => {
  type Options = {
    readonly orphanDependents?: boolean;
    readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  };
  type Given = { readonly deleteOptions: Options; readonly finalizersBefore: readonly string[] };
  type Expect = { readonly mode: 'orphan' | 'cascade'; readonly removedImmediately?: boolean };

  const policyOf = ({ orphanDependents, propagationPolicy }: Options): Deletion => {
    if (propagationPolicy !== undefined) return { propagationPolicy };
    if (orphanDependents === undefined) return {};
    return { propagationPolicy: orphanDependents ? 'Orphan' : 'Background' };
  };

  for (const one of readVectors<Given, Expect>('deletion-helper', 'delete-options')) {
    const { deleteOptions, finalizersBefore } = one.given;
    const { mode } = wanted(one);
    it(`W49: ${one.name}: ${mode}, and the object goes in the end`, async () => {
      const world = await servedWorld();
      world.kubernetes.world.host.edit(web, (now) => ({ ...now, finalizers: finalizersBefore }));
      await remove(world, policyOf(deleteOptions));
      assert.deepEqual(copies(world), mode === 'orphan' ? ['tokyo', 'oregon'] : []);
      assert.deepEqual(recordLines(world), []);
      assert.equal(hostService(world), undefined);
    });
  }

  const [cascade, dnsFailure] = readVectors<unknown, { order: readonly string[] }>(
    'deletion-helper',
    'sequence',
  );

  it(`W3, F10: ${cascade?.name}: ${wanted(cascade ?? assert.fail()).order.join(', ')}`, async () => {
    const world = await servedWorld();
    const start = world.calls.length;
    await remove(world);
    const calls = world.calls.slice(start).map(({ call }) => call);
    const last = (call: string): number => calls.lastIndexOf(call);
    const published = calls.indexOf('recordStore.change');
    const deleted = calls.indexOf('memberClusters.deleteService');
    const verified = last('memberClusters.readService');
    const released = last('federatedServices.patchMetadata');
    assert.ok(published >= 0 && published < deleted, 'records before copies');
    assert.ok(last('memberClusters.deleteService') < verified, 'copies are asked for once more');
    assert.ok(verified < released, 'the finalizer goes last');
    gone(world);
  });

  it(`W3: ${dnsFailure?.name}: ${wanted(dnsFailure ?? assert.fail()).order.join(', ')}`, async () => {
    let fails = false;
    const world = await servedWorld(
      {},
      {
        gate: ({ call, phase }) => {
          if (fails && phase === 'before' && call === 'recordStore.change') {
            throw new ControllerError('transient', 'Cannot change records: Route 53 is down');
          }
        },
      },
    );
    fails = true;
    world.kubernetes.world.host.remove(web);
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 300_000 });
    assert.deepEqual(hostService(world)?.finalizers, [deleteFinalizer]);
    assert.deepEqual(copies(world), ['tokyo', 'oregon']);
    assert.equal(conditionOf(world, 'Propagated')?.reason, 'Removing');
    fails = false;
    await settle(world);
    gone(world);
  });

  const ensure = readVectors<{ finalizers: readonly string[]; updateFails?: boolean }, unknown>(
    'deletion-helper',
    'ensure',
  ).find(({ given }) => given.updateFails);

  it(`${ensure?.name}: no member is touched before the finalizer stands`, async () => {
    const world = createWorld({
      gate: ({ call, phase }) => {
        if (phase === 'before' && call === 'federatedServices.patchMetadata') {
          throw new ControllerError('conflict', 'Cannot update Service shop/web: it has moved on');
        }
      },
    });
    joinTwo(world);
    world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 60_000 });
    assert.ok(countCalls(world, 'federatedServices.patchMetadata') > 1);
    assert.equal(countCalls(world, 'memberClusters.applyService'), 0);
    assert.deepEqual(recordLines(world), []);
  });
});

describe('deletion', () => {
  it('F10: every name goes, whatever its type, and a second pass finds nothing to do', async () => {
    const { expect } = readCase<unknown, { names_after: readonly string[] }>(
      'faults/F10-deletion-removes-all-names',
    );
    const world = await servedWorld();
    world.kubernetes.world.member('tokyo').setEndpoints(web, 0);
    await settle(world);
    assert.ok(recordLines(world).some((line) => line.includes('CNAME')));
    await remove(world);
    assert.deepEqual(recordLines(world), expect.names_after);
    gone(world);
    const errors = world.telemetry.lines().length;
    await settle(world);
    assert.ok(
      world.telemetry
        .lines()
        .slice(errors)
        .every(({ level }) => level !== 'error'),
    );
  });

  it('W49: the host’s garbage collector ends a deletion in the foreground itself', async () => {
    const world = await servedWorld();
    world.kubernetes.world.host.remove(web, { propagationPolicy: 'Foreground' });
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 20_000 });
    assert.deepEqual(copies(world), []);
    assert.deepEqual(hostService(world)?.finalizers, [deleteFinalizer, foregroundFinalizer].sort());
    assert.equal(conditionOf(world, 'Propagated')?.reason, 'WaitingForCluster');
    assert.match(conditionOf(world, 'Propagated')?.message ?? '', /garbage collector of the host/);
    world.kubernetes.world.host.edit(web, (now) => ({ ...now, finalizers: [deleteFinalizer] }));
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 20_000 });
    gone(world);
  });

  it('the annotation keeps the copies, which serve on and are taken up again when the Service is declared anew', async () => {
    const policy = { 'federation.seamark.dev/deletion-policy': 'Orphan' };
    const world = await servedWorld({ annotations: policy });
    const uids = ['tokyo', 'oregon'].map((cluster) => copyIn(world, cluster)?.uid);
    await remove(world);
    assert.deepEqual(recordLines(world), []);
    assert.equal(hostService(world), undefined);
    assert.deepEqual(copies(world), ['tokyo', 'oregon']);
    await settle(world);
    assert.deepEqual(copies(world), ['tokyo', 'oregon']);
    world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
    await settle(world);
    assert.deepEqual(
      ['tokyo', 'oregon'].map((cluster) => copyIn(world, cluster)?.uid),
      uids,
    );
    assert.deepEqual(recordLines(world), bothServe);
  });

  it('orphan asks no member, so a lost one does not matter', async () => {
    const world = await servedWorld();
    world.kubernetes.world.member('tokyo').setReachable(false);
    await remove(world, { propagationPolicy: 'Orphan' });
    assert.equal(hostService(world), undefined);
    assert.equal(countCalls(world, 'memberClusters.deleteService'), 0);
  });

  it('W47: a lost cluster blocks visibly, and can be given up alone', async () => {
    const world = await servedWorld();
    world.kubernetes.world.member('tokyo').setReachable(false);
    world.kubernetes.world.clusters.edit('tokyo', (now) => ({ ...now, conditions: [] }));
    world.kubernetes.world.host.remove(web);
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 600_000 });
    assert.deepEqual(recordLines(world), []);
    assert.equal(copyIn(world, 'oregon'), undefined);
    assert.equal(conditionOf(world, 'Propagated')?.reason, 'WaitingForCluster');
    assert.match(
      conditionOf(world, 'Propagated')?.message ?? '',
      /^tokyo is not ready .*release-cl/,
    );
    world.kubernetes.world.host.edit(web, (now) => ({
      ...now,
      annotations: { ...now.annotations, 'federation.seamark.dev/release-clusters': 'tokyo' },
    }));
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 20_000 });
    assert.equal(hostService(world), undefined);
    assert.ok(copyIn(world, 'tokyo'), 'what can’t be reached can’t be removed');
  });

  it('W50: waiting is no failure', async () => {
    const world = await servedWorld();
    world.kubernetes.world
      .member('tokyo')
      .edit(web, (now) => ({ ...now, finalizers: ['cloud/x'] }));
    world.kubernetes.world.host.remove(web);
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 60_000 });
    const row = await world.rows.read({ kind: 'service', service: web });
    assert.deepEqual([row?.lastOutcome, row?.attempts], ['done', 0]);
    assert.equal(
      conditionOf(world, 'Propagated')?.message,
      'tokyo is deleting its copy (finalizers: cloud/x)',
    );
    world.kubernetes.world.member('tokyo').edit(web, (now) => ({ ...now, finalizers: [] }));
    await settle(world);
    gone(world);
  });

  it('finalizers of neighbours stay as they are, even where one goes at the same moment', async () => {
    let late = false;
    const world: World = createWorld({
      gate: ({ call, phase }) => {
        const leaving = hostService(world)?.deletionTimestamp !== undefined;
        const asked = phase === 'before' && call === 'federatedServices.patchMetadata';
        if (!leaving || late || !asked) return;
        late = true;
        world.kubernetes.world.host.edit(web, (now) => ({
          ...now,
          finalizers: now.finalizers.filter((name) => name !== 'their/other'),
        }));
      },
    });
    joinTwo(world);
    const finalizers = ['their/own', 'their/other'];
    world.kubernetes.world.host.put({ ...aService(), finalizers });
    await settle(world);
    await remove(world);
    assert.deepEqual(hostService(world)?.finalizers, ['their/own']);
    assert.deepEqual(copies(world), []);
  });

  it('a user who takes our finalizer off keeps the copies; the names go', async () => {
    const world = await servedWorld();
    world.kubernetes.world.host.edit(web, (now) => ({ ...now, finalizers: [] }));
    world.kubernetes.world.host.remove(web);
    await settle(world);
    assert.deepEqual(copies(world), ['tokyo', 'oregon']);
    assert.deepEqual(recordLines(world), []);
  });
});
