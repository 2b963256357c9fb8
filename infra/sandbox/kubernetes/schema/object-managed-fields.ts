import { isJsonObject } from '../patch/merge-patch.ts';
import type { JsonObject } from '../resource.ts';

/** The object without `metadata.managedFields`. */
export function withoutManagedFields(object: JsonObject): JsonObject {
  const metadata = object['metadata'];
  if (!isJsonObject(metadata)) return object;
  const { managedFields: _removed, ...rest } = metadata;
  return { ...object, metadata: rest };
}

/** The object with the given `metadata.managedFields`, or without any if there are none. */
export function withManagedFields(object: JsonObject, entries: readonly JsonObject[]): JsonObject {
  const bare = withoutManagedFields(object);
  const metadata = isJsonObject(bare['metadata']) ? bare['metadata'] : {};
  if (entries.length === 0) return { ...bare, metadata };
  return { ...bare, metadata: { ...metadata, managedFields: entries } };
}
