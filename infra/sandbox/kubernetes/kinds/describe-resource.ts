import type { Column, Resource, Strategy } from '../resource.ts';
import type { FieldSchema } from '../schema/field-schema.ts';

type Names = {
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
};

type Parts = {
  readonly schema: FieldSchema;
  readonly columns: readonly Column[];
  readonly strategy: Strategy;
  readonly selectableFields?: readonly string[];
};

/** What most kinds of the core group have in common. */
export const CORE = {
  group: '',
  version: 'v1',
  namespaced: true,
  hasStatus: false,
  createOnUpdate: false,
  countsGeneration: false,
  strategicMerge: true,
} as const;

/** Puts together the description of a resource. */
export function describeResource(
  traits: Omit<Resource, keyof Names | keyof Parts | 'listKind'>,
  names: Names,
  parts: Parts,
): Resource {
  return {
    ...traits,
    ...names,
    listKind: `${names.kind}List`,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    ...parts,
    selectableFields: parts.selectableFields ?? [],
  };
}
