import { formatServiceKey } from '../../lib/core/model/service-key.ts';
import { formatWorkKey } from '../../lib/core/model/work-key.ts';
import type { Configuration } from './configuration.ts';
import { type Ground, type Ports, zoneId } from './ground.ts';
import { edit, published, waiting } from './prepare.ts';

const a = '192.0.2.1';
const b = '192.0.2.2';
const touch = edit('web', a);

/** Ports that are broken on purpose, in a world that is just large enough to show it. */
export const sabotages: readonly (Configuration & { readonly shows: RegExp })[] = [
  {
    name: 'a commit that looks at no fence',
    before: published('web', a),
    edits: [touch, touch],
    budget: { deaths: 1 },
    shows: /the row of service\/shop\/web was committed under stale fence/,
    sabotage: (ports) => ({ ...ports, workRows: { ...ports.workRows, commit: blind(ports) } }),
  },
  {
    name: 'a lease that is taken from whoever has it',
    before: published('web', a),
    edits: [touch, touch],
    budget: {},
    shows: /has two holders/,
    sabotage: (ports) => ({ ...ports, workRows: { ...ports.workRows, acquire: greedy(ports) } }),
  },
  {
    name: 'a marker that goes whatever its version',
    before: waiting('web', a, b),
    edits: [edit('web', a)],
    budget: {},
    shows: /the marker of shop\/web for version \d went/,
    sabotage: (ports, ground) => ({
      ...ports,
      zoneLedger: { ...ports.zoneLedger, clearPending: careless(ports, ground) },
    }),
  },
  {
    name: 'a commit that answers what it never saw',
    before: published('web', a),
    edits: [edit('web', b), touch],
    budget: {},
    shows: /missing: web\.seamark\.example A 192\.0\.2\.1/,
    sabotage: (ports, ground) => ({
      ...ports,
      workRows: { ...ports.workRows, commit: deaf(ports, ground) },
    }),
  },
  {
    name: 'a publisher that does not note what it sends',
    before: waiting('web', a, b),
    edits: [edit('web', a)],
    budget: { deaths: 1 },
    shows: /missing: web\.seamark\.example A 192\.0\.2\.1/,
    sabotage: (ports) => ({
      ...ports,
      zoneLedger: { ...ports.zoneLedger, beginSending: async () => undefined },
    }),
  },
];

type Commit = Ports['workRows']['commit'];

const blind =
  ({ workRows }: Ports): Commit =>
  async (lease, settlement, now) => {
    const row = await workRows.read(lease.key);
    const { fence = lease.fence, leaseHolder = lease.holder } = row ?? {};
    return await workRows.commit({ ...lease, fence, holder: leaseHolder }, settlement, now);
  };

const deaf =
  ({ workRows }: Ports, ground: Ground): Commit =>
  async (lease, settlement, now) => {
    const name = formatWorkKey(lease.key);
    const row = ground.rows.all().find(({ key }) => formatWorkKey(key) === name);
    const { generation = lease.generation } = row ?? {};
    return await workRows.commit({ ...lease, generation }, settlement, now);
  };

const greedy =
  ({ workRows }: Ports): Ports['workRows']['acquire'] =>
  async (key, claim) => {
    const taken = await workRows.acquire(key, claim);
    if (taken.kind !== 'held') return taken;
    return await workRows.acquire(key, { ...claim, now: taken.leaseUntil + 1 });
  };

const careless =
  ({ zoneLedger }: Ports, ground: Ground): Ports['zoneLedger']['clearPending'] =>
  async (zone, marker) => {
    const name = formatServiceKey(marker.key);
    const stands = ground.ledger.markers(zoneId).find(({ key }) => formatServiceKey(key) === name);
    await zoneLedger.clearPending(zone, stands ?? marker);
  };
