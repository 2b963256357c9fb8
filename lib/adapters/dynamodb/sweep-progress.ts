import * as v from 'valibot';
import { ControllerError } from '../../core/model/failure.ts';
import type { SweepState } from '../../core/model/sweep-state.ts';
import type { SweepProgress } from '../../ports/sweep-progress.ts';
import { sweepItem } from './item-keys.ts';
import { count, jsonText, parseItem } from './parse-item.ts';
import { getItem, type Table, updateItem } from './table.ts';

const schema = v.object({
  beganAt: count,
  endedAt: v.exactOptional(count),
  at: v.exactOptional(
    jsonText(
      v.object({
        upTo: v.string(),
        next: v.object({
          name: v.string(),
          type: v.exactOptional(v.string()),
          identifier: v.exactOptional(v.string()),
        }),
      }),
    ),
  ),
});

/** How far the sweeps of zones came, in DynamoDB: one item a zone. */
export const createDynamoSweepProgress = (table: Table): SweepProgress => ({
  read: async (zoneId) => {
    const doing = `Cannot read how far the sweep of zone ${zoneId} came`;
    const item = await getItem(table, sweepItem(zoneId), doing);
    return item && parseItem(schema, item, sweepItem(zoneId));
  },
  save: (zoneId, state, fence) => save(table, zoneId, { state, fence }),
});

const save = async (
  table: Table,
  zoneId: string,
  { state, fence }: { readonly state: SweepState; readonly fence: number },
): Promise<void> => {
  const { beganAt, endedAt, at } = state;
  const doing = `Cannot keep how far the sweep of zone ${zoneId} came`;
  const optional = {
    ...(endedAt !== undefined && { endedAt }),
    ...(at !== undefined && { at: JSON.stringify(at) }),
  };
  const sets = Object.keys(optional).map((name) => `, #${name} = :${name}`);
  const removes = ['endedAt', 'at'].filter((name) => !(name in optional));
  const result = await updateItem(table, {
    doing,
    key: sweepItem(zoneId),
    update:
      `SET #beganAt = :beganAt, #fence = :fence${sets.join('')}` +
      (removes.length === 0 ? '' : ` REMOVE ${removes.map((name) => `#${name}`).join(', ')}`),
    condition: 'attribute_not_exists(#fence) OR #fence <= :fence',
    values: {
      ':beganAt': beganAt,
      ':fence': fence,
      ...Object.fromEntries(Object.entries(optional).map(([name, value]) => [`:${name}`, value])),
    },
  });
  if (result.kind === 'written') return;
  throw new ControllerError('lease-lost', `${doing}: a later sweep is at work; this one must stop`);
};
