import type { Json } from '../resource.ts';
import type { FieldSchema } from './field-schema.ts';
import { difference, type FieldSet, intersection, isEmptySet, union } from './field-set.ts';
import { ownedFields, withNamedFields, withoutFields } from './owned-fields.ts';

/** What the applier owned before, and what anyone owns now that it has applied. */
export type PruneOwners = { readonly before: FieldSet; readonly now: FieldSet };

/**
 * Removes what the applier owned before and nobody owns now. Containers stay while something in them is owned, and
 * unowned content goes only along with an item or field that the applier gave up.
 * Source: structured-merge-diff `merge.Updater` prune.
 */
export function pruneFields(schema: FieldSchema, merged: Json, owners: PruneOwners): Json {
  if (isEmptySet(owners.before)) return merged;
  const given = withNamedFields(schema, owners.before);
  const present = withNamedFields(schema, ownedFields(schema, merged));
  const bare = withoutFields(schema, merged, given);
  const kept = union(fieldsIn(schema, bare), withNamedFields(schema, owners.now));
  const restored = withoutFields(schema, merged, difference(present, kept));
  const gone = difference(present, fieldsIn(schema, restored));
  return withoutFields(schema, merged, intersection(gone, given));
}

function fieldsIn(schema: FieldSchema, value: Json): FieldSet {
  return withNamedFields(schema, ownedFields(schema, value));
}
