import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServiceKey } from '../../lib/core/model/service-key.ts';
import type { Gate } from '../support/gate.ts';
import {
  callsSince,
  fillCluster,
  fleetKeys,
  globalNames,
  servedBy,
  settle,
  startFleet,
} from './fleet.ts';
import { deliverZones } from './zone-work.ts';

/** The end of a call's name, and whether what the gate guards is on. */
const watch = () => {
  const seen: string[] = [];
  const gate: Gate = ({ call, phase }) => {
    if (phase === 'before') seen.push(call);
  };
  return { seen, gate };
};

describe('a cluster that empties, with many Services', () => {
  const many: readonly ServiceKey[] = Array.from({ length: 200 }, (_, at) => ({
    namespace: 'books',
    name: `s${String(at).padStart(3, '0')}`,
  }));

  it('its publisher begins with the first full batch, while other names are still handed over', async () => {
    const { seen, gate } = watch();
    const world = await startFleet({ pageSize: 150, gate }, many);
    fillCluster(world, 'tokyo', 0, many);
    seen.splice(0);
    await world.resync();
    const asked = seen.indexOf('wakeQueue.send');
    const lastHandedOver = seen.lastIndexOf('serviceLedger.markPending');
    assert.ok(asked < lastHandedOver, `asked at ${asked}, handed over until ${lastHandedOver}`);
    const marked = seen.slice(0, asked).filter((call) => call === 'serviceLedger.markPending');
    assert.equal(marked.length, 125);
    const [zone, ...others] = world.wakes.waiting().filter(({ key }) => key.kind === 'zone');
    assert.deepEqual(others, []);
    assert.equal(zone?.dueAt, world.clock.now());
    const before = world.calls.length;
    await deliverZones(world);
    // Seven elements each: 142 Services fill a batch.
    assert.equal(callsSince(world, before).get('recordStore.change'), 2);
  });
});

describe('the endpoints of a member', () => {
  it('are read along with the Services: a namespace moves before the next one but one is listed', async () => {
    const { seen, gate } = watch();
    const world = await startFleet({ pageSize: 1, gate });
    fillCluster(world, 'tokyo', 0);
    seen.splice(0);
    await world.resync();
    const firstMoved = seen.indexOf('workRows.seize');
    assert.ok(firstMoved >= 0);
    assert.ok(seen.slice(firstMoved).includes('memberClusters.listSlices'));
    await settle(world);
    assert.deepEqual(globalNames(world), servedBy('oregon'));
  });

  it('that can not be read to the end are those of the namespaces that were', async () => {
    let left = Number.POSITIVE_INFINITY;
    const world = await startFleet({
      pageSize: 1,
      gate: ({ call, phase }) => {
        if (call !== 'memberClusters.listSlices' || phase !== 'before') return;
        left -= 1;
        if (left < 0) throw new Error('no answer');
      },
    });
    fillCluster(world, 'tokyo', 0);
    const books = fleetKeys.filter(({ namespace }) => namespace === 'books').length;
    // Of each member the slices of one namespace and the first one of the next.
    left = 2 * (books + 1);
    const before = world.calls.length;
    await world.resync();
    assert.equal(callsSince(world, before).get('workRows.seize'), books);
    const line = world.telemetry.lines().findLast(({ message }) => message === 'resync');
    assert.deepEqual(line?.fields.unread, ['oregon', 'tokyo']);
    left = Number.POSITIVE_INFINITY;
    await settle(world);
    assert.deepEqual(globalNames(world), servedBy('oregon'));
  });
});
