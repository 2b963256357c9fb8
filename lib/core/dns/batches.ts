import type { LedgerEntry } from '../model/ledger-entry.ts';
import { isAlias, type RecordChange, valuesOf } from '../model/record-set.ts';
import type { NameChange } from './publication.ts';

/** What counts against the limits of one ChangeResourceRecordSets request (Route 53 quotas: 1,000 elements, an alias being one; 32,000 characters of values). */
export type BatchLimits = { readonly elements: number; readonly characters: number };

/** Route 53's own limits. DELETE and CREATE count once; UPSERT, which counts twice, is never used. */
const route53Limits: BatchLimits = { elements: 1_000, characters: 32_000 };

/** Some name changes of one entry, to be accepted together. */
export type BatchPart = { readonly entry: LedgerEntry; readonly names: readonly NameChange[] };

/** What goes to Route 53 in one request. */
export type Batch = readonly BatchPart[];

/**
 * Packs entries into as few requests as their order allows. A name is never split; an entry is split only if it alone is over the
 * limits.
 */
export const batchesOf = (
  parts: readonly BatchPart[],
  limits: BatchLimits = route53Limits,
): readonly Batch[] => {
  const fitting = parts.flatMap((part) => split(part, limits));
  return pack(fitting, (part) => sizeOf(part.names), limits);
};

/** What parts take of the limits. */
export const batchSize = (parts: readonly BatchPart[]): BatchLimits =>
  sizeOf(parts.flatMap(({ names }) => names));

/** True if parts that take so much fit into one request. */
export const fitsOneBatch = (
  { elements, characters }: BatchLimits,
  limits: BatchLimits = route53Limits,
): boolean => elements <= limits.elements && characters <= limits.characters;

/** The changes of a batch in sending order. */
export const changesOf = (batch: Batch): readonly RecordChange[] =>
  batch.flatMap((part) => part.names.flatMap((name) => name.changes));

const split = (part: BatchPart, limits: BatchLimits): readonly BatchPart[] => {
  const groups = pack(part.names, (name) => sizeOf([name]), limits);
  return groups.map((names) => ({ entry: part.entry, names }));
};

const sizeOf = (names: readonly NameChange[]): BatchLimits => {
  const sets = names.flatMap((name) => name.changes.map(({ recordSet }) => recordSet));
  const values = sets.flatMap(valuesOf);
  return {
    elements: values.length + sets.filter(isAlias).length,
    characters: values.reduce((sum, value) => sum + value.length, 0),
  };
};

const pack = <Item>(
  items: readonly Item[],
  size: (item: Item) => BatchLimits,
  limits: BatchLimits,
): readonly (readonly Item[])[] => {
  const packs: Item[][] = [];
  let room = { elements: 0, characters: 0 };
  for (const item of items) {
    const need = size(item);
    const last = packs.at(-1);
    if (last && need.elements <= room.elements && need.characters <= room.characters) {
      last.push(item);
    } else {
      packs.push([item]);
      room = { ...limits };
    }
    room = {
      elements: room.elements - need.elements,
      characters: room.characters - need.characters,
    };
  }
  return packs;
};
