import type { KubeObject } from '../../resource.ts';
import { type Bag, bagOf, bagsOf, isBag, sameJson, textOf } from '../object/json-access.ts';

/** One entry of `spec.versions` of a CustomResourceDefinition. */
export type DefinitionVersion = {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  /** The schema of the objects, undefined if none is stated. */
  readonly schema: Bag | undefined;
  readonly subresources: Bag | undefined;
  readonly columns: readonly Bag[];
  readonly selectableFields: readonly Bag[];
};

function versionOf(version: Bag): DefinitionVersion {
  const schema = bagOf(version['schema'])['openAPIV3Schema'];
  const subresources = version['subresources'];
  return {
    name: textOf(version['name']) ?? '',
    served: version['served'] === true,
    storage: version['storage'] === true,
    schema: isBag(schema) ? schema : undefined,
    subresources: isBag(subresources) ? subresources : undefined,
    columns: bagsOf(version['additionalPrinterColumns']),
    selectableFields: bagsOf(version['selectableFields']),
  };
}

/** The versions of a CustomResourceDefinition. */
export function versionsOf(definition: KubeObject): readonly DefinitionVersion[] {
  return bagsOf(bagOf(definition['spec'])['versions']).map(versionOf);
}

/** The name of the version that objects are stored in, undefined if none is marked. */
export function storageVersionOf(definition: KubeObject): string | undefined {
  return versionsOf(definition).find(({ storage }) => storage)?.name;
}

/** `true` if the status of a version's objects is written through `/status`. */
export function hasStatus(version: DefinitionVersion): boolean {
  return version.subresources?.['status'] !== undefined;
}

/**
 * `true` if all versions state the same value: the API then takes it for a top-level one and names it so in messages.
 * Source: the conversion from v1 to the internal form of apiextensions.
 */
export function isHoisted(
  versions: readonly DefinitionVersion[],
  key: 'schema' | 'subresources' | 'columns',
): boolean {
  const [first, ...others] = versions;
  const value = first?.[key];
  const stated = Array.isArray(value) ? value.length > 0 : value !== undefined;
  return stated && others.every((version) => sameJson(version[key], value));
}
