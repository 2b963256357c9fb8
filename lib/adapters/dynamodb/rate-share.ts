import { ControllerError } from '../../core/model/failure.ts';
import { longestReservedMs } from '../../core/model/reserved-rate.ts';
import type { RateShare } from '../../ports/rate-share.ts';
import { route53RateItem } from './item-keys.ts';
import { type Table, updateItem } from './table.ts';

/** Rounds against others who take pieces at the same moment. */
const maxRounds = 8;

const doing = 'Cannot reserve requests to Route 53';

/** Our share of Route 53's request rate in DynamoDB: one item with the end of the piece that was taken last. */
export const createDynamoRateShare = (table: Table): RateShare => ({
  reserve: async (spanMs, now) => {
    for (let round = 1; round <= maxRounds; round += 1) {
      if (await beginNow(table, spanMs, now)) return now;
      const end = await append(table, spanMs, now);
      if (end !== undefined) return end - spanMs;
    }
    throw new ControllerError(
      'transient',
      `${doing}: the item changed ${maxRounds} times in between; try again`,
    );
  },
});

/** Nobody waits: the piece begins at once. */
const beginNow = async (table: Table, spanMs: number, now: number): Promise<boolean> => {
  const result = await updateItem(table, {
    doing,
    key: route53RateItem,
    update: 'SET #reservedUntil = :end',
    condition:
      'attribute_not_exists(#reservedUntil) OR #reservedUntil <= :now OR #reservedUntil > :absurd',
    values: { ':now': now, ':absurd': now + longestReservedMs, ':end': now + spanMs },
  });
  return result.kind === 'written';
};

/** Others wait: the piece begins where theirs end. */
const append = async (table: Table, spanMs: number, now: number): Promise<number | undefined> => {
  const result = await updateItem(table, {
    doing,
    key: route53RateItem,
    update: 'SET #reservedUntil = #reservedUntil + :span',
    condition: '#reservedUntil > :now AND #reservedUntil <= :absurd',
    values: { ':now': now, ':absurd': now + longestReservedMs, ':span': spanMs },
  });
  return result.kind === 'written' ? Number(result.item['reservedUntil']) : undefined;
};
