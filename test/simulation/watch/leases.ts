import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import { formatServiceKey, type ServiceKey } from '../../../lib/core/model/service-key.ts';
import {
  formatWorkKey,
  serviceWork,
  type WorkKey,
  zoneWork,
} from '../../../lib/core/model/work-key.ts';
import type { Lease } from '../../../lib/core/model/work-row.ts';
import type { ChangeResult } from '../../../lib/ports/record-store.ts';
import type { AcquireResult, CommitResult, HandBackResult } from '../../../lib/ports/work-rows.ts';
import type { Invocation, Onlooker } from '../invocation.ts';

/** `until` is set where the lease is not the invocation's for all its life: it was seized. */
type Hand = { readonly by: Invocation; readonly fence: number; readonly until?: number };

/** Two clocks differ by less. */
const clocksDiffer = 5_000;

/** Never two holders of a key at work at once, and a stale fence changes nothing: no row, no ledger entry, no record. */
export const watchLeases = (fault: (words: string) => void): Onlooker => {
  const hands = new Map<string, Hand>();
  const settled = new WeakSet<Invocation>();
  /** The highest fence under which each half of an entry was written. */
  const writers = new Map<string, number>();
  const isHeld = ({ by, until }: Hand, now: number): boolean =>
    by.isAlive() && !settled.has(by) && (until === undefined || now + clocksDiffer < until);
  const take = (by: Invocation, lease: Lease, until?: number): void => {
    const key = formatWorkKey(lease.key);
    const before = hands.get(key);
    if (before && isHeld(before, by.clock.now())) {
      fault(`${key} has two holders: ${before.by.name} and ${by.name}`);
    }
    if (lease.fence <= (before?.fence ?? 0)) fault(`the fence of ${key} did not rise`);
    hands.set(key, { by, fence: lease.fence, ...(until === undefined ? {} : { until }) });
  };
  const acquired = (by: Invocation, result: AcquireResult): void => {
    if (result.kind === 'acquired') take(by, result.lease);
  };
  const seized = (by: Invocation, lease: Lease | undefined): void => {
    if (lease !== undefined) take(by, lease, lease.leaseUntil);
  };
  const handedBack = (lease: Lease, result: HandBackResult): void => {
    const name = formatWorkKey(lease.key);
    const hand = hands.get(name);
    if (result.kind === 'lease-lost' || hand === undefined) return;
    if (hand.fence !== lease.fence) {
      fault(`the row of ${name} was handed back under stale fence ${lease.fence}`);
    }
    hands.set(name, { ...hand, until: 0 });
  };
  const stale = (by: Invocation, key: WorkKey, fence: number): boolean => {
    const newest = hands.get(formatWorkKey(key))?.fence ?? 0;
    // What a dead one sent in time may arrive late, until the next holder writes the same thing.
    return by.isAlive() && fence !== newest;
  };
  const wrote = (by: Invocation, key: WorkKey, what: string, fence: number): void => {
    const last = writers.get(what) ?? 0;
    if (fence < last || stale(by, key, fence))
      fault(`${what} was written under stale fence ${fence}`);
    writers.set(what, Math.max(last, fence));
  };
  const committed = (by: Invocation, lease: Lease, result: CommitResult): void => {
    settled.add(by);
    const name = formatWorkKey(lease.key);
    if (result.kind === 'committed' && hands.get(name)?.fence !== lease.fence) {
      fault(`the row of ${name} was committed under stale fence ${lease.fence}`);
    }
  };
  const changed = (by: Invocation, zoneId: string, result: ChangeResult): void => {
    const holder = hands.get(formatWorkKey(zoneWork(zoneId)))?.by;
    // What a dead one sent in time may arrive late: only the compare-and-swap of the batch guards against that.
    if (result.kind === 'accepted' && by.isAlive() && holder !== by) {
      fault(`${by.name} changed zone ${zoneId} while ${holder?.name} holds its lease`);
    }
  };
  return (call, args, by) => {
    switch (call) {
      case 'workRows.acquire':
        return (result) => acquired(by, result as AcquireResult); // what that port answers
      case 'workRows.seize':
        return (result) => seized(by, result as Lease | undefined); // what that port answers
      case 'workRows.handBack': {
        const [lease] = args as [Lease]; // what that port takes
        return (result) => handedBack(lease, result as HandBackResult); // what that port answers
      }
      case 'workRows.commit': {
        const [lease] = args as [Lease]; // what that port takes
        return (result) => committed(by, lease, result as CommitResult); // what that port answers
      }
      case 'serviceLedger.writeDesired': {
        const [{ key }, fence] = args as [{ key: ServiceKey }, number]; // what that port takes
        const what = `what ${formatServiceKey(key)} desires`;
        return () => wrote(by, serviceWork(key), what, fence);
      }
      case 'zoneLedger.beginSending':
      case 'zoneLedger.writePublished': {
        const [{ zoneId, key }, fence] = args as [LedgerEntry, number]; // what those ports take
        const what = `what zone ${zoneId} has of ${formatServiceKey(key)}`;
        return () => wrote(by, zoneWork(zoneId), what, fence);
      }
      case 'recordStore.change': {
        const [zoneId] = args as [string]; // what that port takes
        return (result) => changed(by, zoneId, result as ChangeResult); // what that port answers
      }
      default:
        return undefined;
    }
  };
};
