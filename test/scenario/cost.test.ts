import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedNames, idleMetrics, idleResync } from '../../infra/cost/monthly-cost.ts';
import { lookAndTell } from '../../lib/controller/look-and-tell.ts';
import { resyncPass, scheduledResync } from '../../lib/controller/resync/resync-pass.ts';
import { type MetricKind, metrics } from '../../lib/core/model/metric.ts';
import { lifeCycle, runStage } from './life-cycle.ts';
import { createWorld, joinTwo, runUntilQuiet, type World } from './world.ts';

const [create, drain] = lifeCycle;
assert.ok(create && drain);

const writes =
  /^(workRows\.(request|acquire|commit)|serviceLedger\.(writeDesired|markPending)|zoneLedger\.(beginSending|writePublished|clearPending)|rateShare\.reserve)$/;
const reads = /^(serviceLedger\.read|zoneLedger\.(pending|readMany))$/;

/** The world knows the zone by itself; a deployment reads it. */
const zoneReads = 1;

const started = async (): Promise<World> => {
  const world = createWorld();
  joinTwo(world);
  await runStage(world, create);
  await runUntilQuiet(world, { withinMs: 60_000 });
  return world;
};

/** Calls of the ports while something goes on until all is quiet. */
const callsOf = async (world: World, act: () => Promise<unknown>): Promise<readonly string[]> => {
  const before = world.calls.length;
  await act();
  await runUntilQuiet(world, { withinMs: 60_000 });
  return world.calls.slice(before).map(({ call }) => call);
};

const count = (calls: readonly string[], pattern: RegExp): number =>
  calls.filter((call) => pattern.test(call)).length;

describe('what docs/cost.md counts is what the code does', () => {
  it('a resync that finds nothing to do', async () => {
    const world = await started();
    const calls = await callsOf(world, world.resync);
    assert.deepEqual(
      {
        writes: count(calls, writes),
        reads: count(calls, /^resyncProgress\.read$/) + zoneReads,
        scans: count(calls, /^fleetLedger\.read$/),
      },
      { ...idleResync },
    );
    assert.equal(count(calls, reads), 0);
    assert.equal(count(calls, /^recordStore\./), 0);
  });

  it('a change of the names of one Service', async () => {
    const world = await started();
    const calls = await callsOf(world, () => drain.act(world));
    assert.deepEqual(
      {
        servicePasses: count(calls, /^serviceLedger\.read$/),
        zonePasses: count(calls, /^zoneLedger\.pending$/),
        writes: count(calls, writes),
        reads: count(calls, reads),
      },
      { ...changedNames },
    );
  });

  it('the metrics of an idle hour', async () => {
    const world = await started();
    const before = world.telemetry.measured().length;
    await lookAndTell(world.context('look'));
    await scheduledResync(resyncPass, world.context('resync'));
    await runUntilQuiet(world, { withinMs: 60_000 });
    const written = world.telemetry
      .measured()
      .slice(before)
      .filter(({ name, value }) => metrics[name].values === 'samples' || value > 0);
    const billed = new Set(
      written.flatMap(({ name, place }) => {
        const kind: MetricKind = metrics[name];
        return [`${name} ${JSON.stringify(place)}`, ...(kind.total ? [name] : [])];
      }),
    );
    // Two clusters; their audit events, if they send any, come to the webhook and are one more each.
    assert.equal(billed.size + 2, idleMetrics.fixed + 2 * idleMetrics.perCluster);
  });
});
