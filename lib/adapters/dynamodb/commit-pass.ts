import { ControllerError } from '../../core/model/failure.ts';
import type { EpochMs } from '../../core/model/time.ts';
import { formatWorkKey } from '../../core/model/work-key.ts';
import type { Lease, Settlement, WorkRow } from '../../core/model/work-row.ts';
import type { CommitResult } from '../../ports/work-rows.ts';
import { workItem } from './item-keys.ts';
import { nextDelivery } from './next-delivery.ts';
import { type PlainItem, type Table, updateItem } from './table.ts';
import { readWorkRow } from './work-row-item.ts';

/** Rounds against requests that arrive while we commit. */
const maxRounds = 8;

type Commit = { readonly lease: Lease; readonly settlement: Settlement; readonly now: EpochMs };

/** What the row must still say for the write to happen. */
type Seen = { readonly generation: number; readonly dueAt?: EpochMs };

/** Implements `WorkRows.commit` (docs/architecture.md, "The work queue"). */
export const commitPass = async (table: Table, commit: Commit): Promise<CommitResult> => {
  const { lease, settlement, now } = commit;
  // The common case first: nobody asked meanwhile, and one update does it.
  if (await store(table, commit, { generation: lease.generation }, settlement.dueAt)) {
    return committed(settlement.dueAt);
  }
  for (let round = 1; round <= maxRounds; round += 1) {
    const row = await readWorkRow(table, lease.key);
    const over = standing(row, lease);
    if (row === undefined || over !== undefined) return over ?? { kind: 'lease-lost' };
    const next = nextDelivery({
      now,
      moved: row.generation !== lease.generation,
      ...(row.dueAt !== undefined && { rowDueAt: row.dueAt }),
      ...(settlement.dueAt !== undefined && { settlementDueAt: settlement.dueAt }),
    });
    if (await store(table, commit, row, next.dueAt)) {
      return committed(next.mustSend ? next.dueAt : undefined);
    }
  }
  throw new ControllerError(
    'transient',
    `Cannot commit ${formatWorkKey(lease.key)}: its row changed ${maxRounds} times in between; the lease will run out`,
  );
};

const committed = (dueAt: EpochMs | undefined): CommitResult =>
  dueAt === undefined ? { kind: 'committed' } : { kind: 'committed', dueAt };

/** The result if there is nothing left to write: the lease is lost, or an earlier try went through unheard. */
const standing = (row: WorkRow | undefined, lease: Lease): CommitResult | undefined => {
  if (row === undefined || row.fence !== lease.fence) return { kind: 'lease-lost' };
  if (row.leaseHolder === lease.holder) return undefined;
  const ours = row.leaseHolder === undefined && row.done === lease.generation;
  return ours ? committed(row.dueAt) : { kind: 'lease-lost' };
};

/** Writes the settlement if the row is as it was seen; false if it is not. */
const store = async (
  table: Table,
  { lease, settlement }: Commit,
  seen: Seen,
  dueAt: EpochMs | undefined,
): Promise<boolean> => {
  const { lastError } = settlement;
  const optional: PlainItem = {
    ...(lastError !== undefined && { lastError }),
    ...(dueAt !== undefined && { dueAt }),
  };
  const sets = Object.keys(optional).map((name) => `, #${name} = :${name}`);
  const removes = ['lastError', 'dueAt']
    .filter((name) => !(name in optional))
    .map((name) => `, #${name}`);
  // Once somebody asked for a pass, it does not matter how many more do: a key that everybody asks for would never be committed.
  const asSeen = seen.generation === lease.generation ? '=' : '>=';
  const result = await updateItem(table, {
    doing: `Cannot commit ${formatWorkKey(lease.key)}`,
    key: workItem(lease.key),
    update:
      'SET #done = :taken, #attempts = :attempts, #lastOutcome = :lastOutcome, #applied = :applied' +
      `${sets.join('')} REMOVE #leaseHolder, #leaseUntil${removes.join('')}`,
    condition:
      `#fence = :fence AND #leaseHolder = :holder AND #generation ${asSeen} :seen AND ` +
      (seen.dueAt === undefined ? 'attribute_not_exists(#dueAt)' : '#dueAt = :seenDueAt'),
    values: {
      ':taken': lease.generation,
      ':attempts': settlement.attempts,
      ':lastOutcome': settlement.lastOutcome,
      ':applied': JSON.stringify(settlement.applied),
      ':fence': lease.fence,
      ':holder': lease.holder,
      ':seen': seen.generation,
      ...(seen.dueAt !== undefined && { ':seenDueAt': seen.dueAt }),
      ...prefixed(optional),
    },
  });
  return result.kind === 'written';
};

const prefixed = (values: PlainItem): PlainItem =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value]));
