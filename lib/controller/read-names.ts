import { inZoneOrder, isPlainName } from '../core/dns/zone-order.ts';
import { isWithin, walkOn, walkStart } from '../core/dns/zone-walk.ts';
import type { StoredNames, StoredRecordSet } from '../core/model/record-set.ts';
import type { PublishRun } from './publish-run.ts';

type Reader = Pick<PublishRun, 'zoneId' | 'pacer' | 'ctx'>;

/**
 * Reads what stands at some names, neighbours in the zone by one call: the names of many Services at a level stand side by side.
 * Undefined if the time is over before all are read.
 */
export const readNames = async (
  names: readonly string[],
  reader: Reader,
): Promise<StoredNames | undefined> => {
  const stored = new Map<string, readonly StoredRecordSet[]>();
  let left = inZoneOrder([...new Set(names)]);
  while (left.length > 0) {
    const read = await readSome(left, reader);
    if (read === undefined) return undefined;
    for (const [name, sets] of read) stored.set(name, sets);
    left = left.filter((name) => !stored.has(name));
  }
  return stored;
};

/** The first of the names at least. */
const readSome = async (
  names: readonly string[],
  reader: Reader,
): Promise<StoredNames | undefined> => {
  const [first = ''] = names;
  if (names.length > 1 && isPlainName(first)) {
    if (!(await reader.pacer.turn())) return undefined;
    const page = await readOn(first, reader);
    const told = names.filter(page.tells);
    if (told.length > 0) return new Map(told.map((name) => [name, page.stored.get(name) ?? []]));
  }
  // Also where one name fills a page.
  if (!(await reader.pacer.turn())) return undefined;
  return new Map([[first, await readOne(first, reader)]]);
};

const readOne = (name: string, { zoneId, pacer, ctx }: Reader) =>
  pacer.call(() => ctx.records.readName(zoneId, name, ctx.signal));

/** What the page that begins at a name tells, and of which names. */
const readOn = async (first: string, { zoneId, pacer, ctx }: Reader) => {
  const { sets, next } = await pacer.call(() =>
    ctx.records.listPage(zoneId, { name: first }, ctx.signal),
  );
  const { told } = walkOn(walkStart, { sets, ...(next && { nextName: next.name }) });
  const stored: StoredNames = told?.stored ?? new Map();
  const tells = (name: string): boolean =>
    told !== undefined && isPlainName(name) && isWithin(name, told);
  return { stored, tells };
};
