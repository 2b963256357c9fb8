import { ControllerError } from '../../core/model/failure.ts';
import type { EpochMs } from '../../core/model/time.ts';
import { formatWorkKey, type WorkKey } from '../../core/model/work-key.ts';
import { overdueMs } from '../../core/model/work-row.ts';
import type { RequestResult, WorkRows } from '../../ports/work-rows.ts';
import { workItem } from './item-keys.ts';
import { type Table, updateItem, type WriteResult } from './table.ts';
import { readWorkRow } from './work-row-item.ts';

/** Rounds against a row that keeps moving between our updates. */
const maxRounds = 5;

type Wanted = {
  readonly due: EpochMs;
  readonly longPast: EpochMs;
  readonly onlyKnown: boolean;
};

/** Implements `WorkRows.request` (docs/architecture.md, "The work queue"). */
export const requestPass = async (
  table: Table,
  key: WorkKey,
  request: Parameters<WorkRows['request']>[1],
): Promise<RequestResult> => {
  const wanted = {
    due: request.now + request.delayMs,
    longPast: request.now - overdueMs,
    onlyKnown: request.onlyKnown ?? false,
  };
  for (let round = 1; round <= maxRounds; round += 1) {
    const result = await tryOnce(table, key, wanted);
    if (result !== undefined) return result;
  }
  throw new ControllerError(
    'transient',
    `Cannot request a pass of ${formatWorkKey(key)}: its row changed ${maxRounds} times in between; ask again`,
  );
};

const tryOnce = async (
  table: Table,
  key: WorkKey,
  wanted: Wanted,
): Promise<RequestResult | undefined> => {
  const scheduled = await schedule(table, key, wanted);
  if (scheduled.kind === 'written') return 'scheduled';
  const merged = await merge(table, key, wanted);
  // The first try may have set `dueAt` unheard, and then nobody else sends its message.
  if (merged.kind === 'written') return scheduled.resent ? 'scheduled' : 'merged';
  if (!wanted.onlyKnown) return undefined;
  return (await readWorkRow(table, key)) === undefined ? 'unknown' : undefined;
};

const schedule = (table: Table, key: WorkKey, wanted: Wanted): Promise<WriteResult> =>
  updateItem(table, {
    doing: `Cannot request a pass of ${formatWorkKey(key)}`,
    key: workItem(key),
    update: 'SET #generation = if_not_exists(#generation, :zero) + :one, #dueAt = :due',
    condition:
      '(attribute_not_exists(#dueAt) OR #dueAt > :due OR #dueAt < :longPast)' +
      (wanted.onlyKnown ? ' AND attribute_exists(#pk)' : ''),
    values: { ':zero': 0, ':one': 1, ':due': wanted.due, ':longPast': wanted.longPast },
  });

/** Counts the request; a lease taken since removes `dueAt`, and then the request must not be swallowed. */
const merge = (table: Table, key: WorkKey, wanted: Wanted): Promise<WriteResult> =>
  updateItem(table, {
    doing: `Cannot request a pass of ${formatWorkKey(key)}`,
    key: workItem(key),
    update: 'SET #generation = if_not_exists(#generation, :zero) + :one',
    condition: 'attribute_exists(#dueAt) AND #dueAt <= :due AND #dueAt >= :longPast',
    values: { ':zero': 0, ':one': 1, ':due': wanted.due, ':longPast': wanted.longPast },
  });
