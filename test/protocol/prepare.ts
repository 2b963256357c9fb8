import type { RecordSet, ValueSet } from '../../lib/core/model/record-set.ts';
import type { ServiceKey } from '../../lib/core/model/service-key.ts';
import { serviceWork, type WorkKey, zoneWork } from '../../lib/core/model/work-key.ts';
import type { Lease } from '../../lib/core/model/work-row.ts';
import type { Edit } from './configuration.ts';
import { type Ground, type Ports, zoneId } from './ground.ts';

const serviceKey = (name: string): ServiceKey => ({ namespace: 'shop', name });

const recordSets = (name: string, address?: string): readonly RecordSet[] => {
  const set = { name: `${name}.seamark.example`, type: 'A', ttlSeconds: 60 } as const;
  return address === undefined ? [] : [{ ...set, values: [address] } satisfies ValueSet];
};

/** A user gives a Service an address; none withdraws it. */
export const edit = (name: string, address?: string): Edit => ({
  key: serviceKey(name),
  to: recordSets(name, address),
});

type Preparation = (ground: Ground, ports: Ports) => Promise<void>;

/** The Service is published at that address, and nothing is going on. */
export const published =
  (name: string, address: string): Preparation =>
  async (ground, ports) => {
    const key = serviceKey(name);
    const desired = recordSets(name, address);
    ground.declare(key, desired);
    const service = await begin(serviceWork(key), ground, ports);
    const zone = await begin(zoneWork(zoneId), ground, ports);
    const entry = { zoneId, key, desired, desiredVersion: 1, past: [] };
    await ports.serviceLedger.writeDesired(entry, service.fence);
    const changes = desired.map((recordSet) => ({ action: 'CREATE', recordSet }) as const);
    await ports.recordStore.change(zoneId, changes);
    const outcome = { applied: desired, appliedVersion: 1, blocked: [], attempts: 0 };
    await ports.zoneLedger.writePublished({ zoneId, key, ...outcome }, zone.fence);
    await finish(service, ground, ports);
    await finish(zone, ground, ports);
  };

/** The Service is published at one address, is to be at another one, and the message that wakes the publisher is there. */
export const waiting =
  (name: string, from: string, to: string): Preparation =>
  async (ground, ports) => {
    await published(name, from)(ground, ports);
    const key = serviceKey(name);
    const desired = recordSets(name, to);
    const past = recordSets(name, from);
    ground.declare(key, desired);
    const service = await begin(serviceWork(key), ground, ports);
    const entry = { zoneId, key, desired, desiredVersion: 2, past };
    await ports.serviceLedger.writeDesired(entry, service.fence);
    await ports.serviceLedger.markPending(zoneId, { key, version: 2 });
    const wake = { key: zoneWork(zoneId), dueAt: ground.now() };
    await ports.workRows.request(wake.key, { now: ground.now(), delayMs: 0 });
    await ports.wakeQueue.send([wake], ground.now());
    await finish(service, ground, ports);
  };

const begin = async (key: WorkKey, { now }: Ground, { workRows }: Ports): Promise<Lease> => {
  await workRows.request(key, { now: now(), delayMs: 0 });
  const claim = { now: now(), holder: 'somebody before', leaseMs: 1_000 };
  const taken = await workRows.acquire(key, claim);
  if (taken.kind === 'acquired') return taken.lease;
  throw new Error(`Cannot prepare the model: the lease is ${taken.kind}`);
};

const finish = async (lease: Lease, { now }: Ground, { workRows }: Ports): Promise<void> => {
  const settlement = { attempts: 0, lastOutcome: 'done', applied: {} };
  await workRows.commit(lease, settlement, now());
};
