import { ControllerError } from '../../core/model/failure.ts';
import { formatWorkKey, type WorkKey } from '../../core/model/work-key.ts';
import { earlyMs, type WorkRow } from '../../core/model/work-row.ts';
import type { AcquireResult, WorkRows } from '../../ports/work-rows.ts';
import { workItem } from './item-keys.ts';
import { type Table, updateItem } from './table.ts';
import { readWorkRow, toWorkRow } from './work-row-item.ts';

type Claim = Parameters<WorkRows['acquire']>[1];

/** Rounds against a row that keeps moving between our update and our look at it. */
const maxRounds = 5;

/** Free, or held by one whose time is over. */
const available = '(attribute_not_exists(#leaseUntil) OR #leaseUntil < :now)';

/**
 * Due now; or with no delivery ahead although it was asked for, or begun by a holder who never committed: a crash must not swallow
 * a pass that was only due by time. Written flat, as AND binds before OR: the stand-in's parser takes a quarter of a second for nested
 * brackets.
 */
const owed = [
  '#dueAt <= :soon',
  'attribute_not_exists(#dueAt) AND attribute_exists(#leaseHolder)',
  'attribute_not_exists(#dueAt) AND attribute_exists(#generation) AND attribute_not_exists(#done)',
  'attribute_not_exists(#dueAt) AND attribute_exists(#generation) AND #generation <> #done',
].join(' OR ');

/** Implements `WorkRows.acquire` (docs/architecture.md, "The work queue"). */
export const acquireLease = async (
  table: Table,
  key: WorkKey,
  claim: Claim,
): Promise<AcquireResult> => {
  const leaseUntil = claim.now + claim.leaseMs;
  for (let round = 1; round <= maxRounds; round += 1) {
    const result = await updateItem(table, {
      doing: `Cannot take the lease of ${formatWorkKey(key)}`,
      key: workItem(key),
      update: 'SET #leaseHolder = :holder, #leaseUntil = :leaseUntil ADD #fence :one REMOVE #dueAt',
      condition: `${available} AND (${owed})`,
      values: {
        ':now': claim.now,
        ':soon': claim.now + earlyMs,
        ':holder': claim.holder,
        ':leaseUntil': leaseUntil,
        ':one': 1,
      },
    });
    if (result.kind === 'written') return acquired(toWorkRow(key, result.item), claim);
    const row = await readWorkRow(table, key);
    const seen = judge(row, claim, result.resent);
    if (seen !== undefined) return seen;
  }
  throw new ControllerError(
    'transient',
    `Cannot take the lease of ${formatWorkKey(key)}: its row changed ${maxRounds} times in between; try again`,
  );
};

const acquired = (row: WorkRow, claim: Claim): AcquireResult => ({
  kind: 'acquired',
  lease: {
    key: row.key,
    holder: claim.holder,
    fence: row.fence,
    leaseUntil: claim.now + claim.leaseMs,
    generation: row.generation,
    row,
  },
});

/** Why the update was refused; undefined if the row no longer says so. */
const judge = (
  row: WorkRow | undefined,
  claim: Claim,
  resent: boolean,
): AcquireResult | undefined => {
  if (row === undefined) return { kind: 'stale' };
  if (row.leaseUntil !== undefined && row.leaseUntil >= claim.now) {
    const ours = row.leaseHolder === claim.holder && row.leaseUntil === claim.now + claim.leaseMs;
    // Only a request that was sent twice can have met its own lease.
    return resent && ours ? acquired(row, claim) : { kind: 'held', leaseUntil: row.leaseUntil };
  }
  if (row.dueAt !== undefined) {
    return row.dueAt > claim.now + earlyMs ? { kind: 'early', dueAt: row.dueAt } : undefined;
  }
  const isOwed = row.leaseHolder !== undefined || row.generation !== row.done;
  return isOwed ? undefined : { kind: 'stale' };
};
