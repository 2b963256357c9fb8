import { formatWorkKey, type WorkKey } from '../../core/model/work-key.ts';
import type { Lease } from '../../core/model/work-row.ts';
import type { HandBackResult, WorkRows } from '../../ports/work-rows.ts';
import { workItem } from './item-keys.ts';
import { type Table, updateItem } from './table.ts';
import { readWorkRow, toWorkRow } from './work-row-item.ts';

/** Implements `WorkRows.seize` (docs/architecture.md, "The work queue"). */
export const seizeLease = async (
  table: Table,
  key: WorkKey,
  claim: Parameters<WorkRows['seize']>[1],
): Promise<Lease | undefined> => {
  const { now, holder, leaseMs, seenFence } = claim;
  const leaseUntil = now + leaseMs;
  const fence = seenFence + 1;
  const result = await updateItem(table, {
    doing: `Cannot seize the lease of ${formatWorkKey(key)}`,
    key: workItem(key),
    update: 'SET #leaseHolder = :holder, #leaseUntil = :leaseUntil, #fence = :next',
    condition:
      'attribute_exists(#pk) AND (attribute_not_exists(#leaseUntil) OR #leaseUntil < :now) AND ' +
      // A row that was asked for and never taken has no fence yet.
      (seenFence === 0 ? 'attribute_not_exists(#fence)' : '#fence = :seen'),
    values: {
      ':now': now,
      ':holder': holder,
      ':leaseUntil': leaseUntil,
      ':next': fence,
      ...(seenFence === 0 ? {} : { ':seen': seenFence }),
    },
  });
  if (result.kind === 'refused') {
    const row = result.resent ? await readWorkRow(table, key) : undefined;
    const ours = row?.fence === fence && row.leaseHolder === holder;
    // Only a request that was sent twice can have met its own lease.
    if (!row || !ours || row.leaseUntil !== leaseUntil) return undefined;
    return { key, holder, fence, leaseUntil, generation: row.generation, row };
  }
  const row = toWorkRow(key, result.item);
  return { key, holder, fence, leaseUntil, generation: row.generation, row };
};

/** Implements `WorkRows.handBack` (docs/architecture.md, "The work queue"). */
export const handBackLease = async (
  table: Table,
  lease: Lease,
  now: number,
): Promise<HandBackResult> => {
  const ours = '#fence = :fence AND #leaseHolder = :holder AND ';
  const write = {
    doing: `Cannot hand back the lease of ${formatWorkKey(lease.key)}`,
    key: workItem(lease.key),
    values: {
      ':fence': lease.fence,
      ':holder': lease.holder,
      ':now': now,
      ':zero': 0,
      ':one': 1,
    },
  };
  const counted = 'SET #generation = if_not_exists(#generation, :zero) + :one';
  const due = await updateItem(table, {
    ...write,
    update: `${counted}, #dueAt = :now REMOVE #leaseHolder, #leaseUntil`,
    condition: `${ours}(attribute_not_exists(#dueAt) OR #dueAt <= :now)`,
  });
  if (due.kind === 'written') return { kind: 'handed-back', dueAt: now };
  const ahead = await updateItem(table, {
    ...write,
    update: `${counted} REMOVE #leaseHolder, #leaseUntil`,
    condition: `${ours}#dueAt > :now`,
  });
  if (ahead.kind === 'written') return { kind: 'handed-back' };
  if (!due.resent && !ahead.resent) return { kind: 'lease-lost' };
  // An earlier try may have gone through unheard: then the lease is free, and whoever is woken once too often drops it.
  const row = await readWorkRow(table, lease.key);
  const isFree = row?.fence === lease.fence && row.leaseHolder === undefined;
  return isFree ? { kind: 'handed-back', dueAt: row.dueAt ?? now } : { kind: 'lease-lost' };
};
