import type { Comparison } from './compare.ts';
import {
  difference,
  type FieldSet,
  intersection,
  isEmptySet,
  pathsOf,
  union,
  withoutTopFields,
} from './field-set.ts';
import type { Manager, Managers } from './managers.ts';
import type { Path } from './path-element.ts';

/** A field that a write would take from its owner. */
export type OwnershipConflict = { readonly owner: Manager; readonly path: Path };

/** A comparison without the fields that the endpoint resets. */
export function withoutReset(comparison: Comparison, resetFields: readonly string[]): Comparison {
  return {
    added: withoutTopFields(comparison.added, resetFields),
    modified: withoutTopFields(comparison.modified, resetFields),
    removed: withoutTopFields(comparison.removed, resetFields),
  };
}

/** The fields of other managers that a change would overwrite. */
export function conflictsOf(
  managers: Managers,
  writerId: string,
  change: Comparison,
): readonly OwnershipConflict[] {
  const written = union(change.modified, change.added);
  return [...managers].flatMap(([id, owner]) =>
    id === writerId
      ? []
      : pathsOf(intersection(owner.fields, written)).map((path) => ({ owner, path })),
  );
}

/** Takes overwritten and removed fields from all but the writer; managers left without fields are gone. */
export function yieldFields(managers: Managers, writerId: string, change: Comparison): Managers {
  const taken = union(union(change.modified, change.added), change.removed);
  const result = new Map<string, Manager>();
  for (const [id, manager] of managers) {
    const fields = id === writerId ? manager.fields : difference(manager.fields, taken);
    if (!isEmptySet(fields)) result.set(id, { ...manager, fields });
  }
  return result;
}

/** Every field that someone owns. */
export function allFields(managers: Managers): FieldSet {
  return [...managers.values()].reduce<FieldSet>(
    (fields, manager) => union(fields, manager.fields),
    { member: false, children: new Map() },
  );
}
