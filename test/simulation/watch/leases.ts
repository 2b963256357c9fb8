import { formatServiceKey, type ServiceKey } from '../../../lib/core/model/service-key.ts';
import {
  formatWorkKey,
  serviceWork,
  type WorkKey,
  zoneWork,
} from '../../../lib/core/model/work-key.ts';
import type { Lease } from '../../../lib/core/model/work-row.ts';
import type { ChangeResult } from '../../../lib/ports/record-store.ts';
import type { AcquireResult, CommitResult } from '../../../lib/ports/work-rows.ts';
import type { Invocation, Onlooker } from '../invocation.ts';

type Hand = { readonly by: Invocation; readonly fence: number };

/** Never two holders of a key at work at once, and a stale fence changes nothing: no row, no ledger entry, no record. */
export const watchLeases = (fault: (words: string) => void): Onlooker => {
  const hands = new Map<string, Hand>();
  const settled = new WeakSet<Invocation>();
  const acquired = (by: Invocation, result: AcquireResult): void => {
    if (result.kind !== 'acquired') return;
    const { lease } = result;
    const key = formatWorkKey(lease.key);
    const before = hands.get(key);
    if (before?.by.isAlive() && !settled.has(before.by)) {
      fault(`${key} has two holders: ${before.by.name} and ${by.name}`);
    }
    if (lease.fence <= (before?.fence ?? 0)) fault(`the fence of ${key} did not rise`);
    hands.set(key, { by, fence: lease.fence });
  };
  const writes = (key: WorkKey, fence: number, what: string): void => {
    const newest = hands.get(formatWorkKey(key))?.fence;
    if (newest !== fence) fault(`${what} under fence ${fence} while ${newest} is the newest`);
  };
  const committed = (by: Invocation, lease: Lease, result: CommitResult): void => {
    settled.add(by);
    if (result.kind !== 'committed') return;
    writes(lease.key, lease.fence, `the row of ${formatWorkKey(lease.key)} was committed`);
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
      case 'workRows.commit': {
        const [lease] = args as [Lease]; // what that port takes
        return (result) => committed(by, lease, result as CommitResult); // what that port answers
      }
      case 'serviceLedger.writeDesired': {
        const [{ key }, fence] = args as [{ key: ServiceKey }, number]; // what that port takes
        return () =>
          writes(serviceWork(key), fence, `records of ${formatServiceKey(key)} were written`);
      }
      case 'zoneLedger.writePublished': {
        const [{ zoneId }, fence] = args as [{ zoneId: string }, number]; // what that port takes
        return () => writes(zoneWork(zoneId), fence, `what zone ${zoneId} published was written`);
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
