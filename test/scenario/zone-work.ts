import { enqueue } from '../../lib/controller/enqueue.ts';
import type { RecordSet, ValueSet } from '../../lib/core/model/record-set.ts';
import type { ServiceKey } from '../../lib/core/model/service-key.ts';
import { zoneWork } from '../../lib/core/model/work-key.ts';
import { type World, zoneId } from './world.ts';

/** The key of a Service that nobody but the ledger knows. */
export const keyOf = (name: string): ServiceKey => ({ namespace: 'shop', name });

/** A's at the global name of a Service. */
export const setOf = (name: string, ...values: readonly string[]): ValueSet => ({
  name: `${name}.shop.demo.svc.seamark.example`,
  type: 'A',
  ttlSeconds: 60,
  values,
});

/** As many addresses as fill a batch alone, in as many sets as that takes. */
export const fullBatch = (name: string, network = 10): readonly RecordSet[] =>
  ['a', 'b'].map((label) => ({
    ...setOf(name),
    name: `${label}.${setOf(name).name}`,
    values: Array.from({ length: 400 }, (_, index) => `${network}.0.${index >> 8}.${index & 255}`),
  }));

/** What a Service's pass leaves: the next version of what is wanted, and its marker. */
export const want = async (
  world: World,
  key: ServiceKey,
  desired: readonly RecordSet[],
  zone = zoneId,
): Promise<void> => {
  const found = (await world.ledger.serviceLedger.read(key)).find((one) => one.zoneId === zone);
  const version = (found?.desiredVersion ?? 0) + 1;
  const past = [...(found?.desired ?? []), ...(found?.past ?? [])];
  const entry = { zoneId: zone, key, desired, desiredVersion: version, past };
  await world.ledger.serviceLedger.writeDesired(entry, version);
  const since = world.clock.now();
  await world.ledger.serviceLedger.markPending(zone, { key, version, since });
};

/** Asks for the zones' publishers and runs those alone, side by side; what the woken Services do next is not the question. */
export const publish = async (world: World, zones = [zoneId]): Promise<void> => {
  const requests = zones.map((zone) => ({ key: zoneWork(zone), delayMs: 0 }));
  await enqueue(requests, world.queueing);
  await deliverZones(world);
};

/** Runs the publishers and sweeps whose messages are due, side by side, until each of them returned. */
export const deliverZones = async (world: World): Promise<void> => {
  const due = world.wakes.due(world.clock.now());
  const messages = due.filter(({ key }) => key.kind === 'zone' || key.kind === 'sweep');
  const work = Promise.all(messages.map((message) => world.deliver(message))).then(() => true);
  while (!(await Promise.race([work, nextTurn()]))) await world.clock.advance(50);
};

const nextTurn = (): Promise<boolean> =>
  new Promise((resolve) => setImmediate(() => resolve(false)));
