import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject, KubeObject, Resource } from '../resource.ts';

/** The names of a CustomResourceDefinition and the group they live in. */
export type DefinitionNames = {
  readonly group: string;
  readonly plural: string;
  readonly names: JsonObject;
};

/** One entry of `spec.versions`, as far as serving needs it. */
type DefinitionVersion = {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
};

function specOf(definition: KubeObject): JsonObject {
  // Stored objects are JSON.
  const spec = definition['spec'] as Json | undefined;
  return isJsonObject(spec) ? spec : {};
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Reads the names of a definition. */
export function namesOf(definition: KubeObject): DefinitionNames {
  const spec = specOf(definition);
  const names = isJsonObject(spec['names']) ? spec['names'] : {};
  return { group: textOf(spec['group']), plural: textOf(names['plural']), names };
}

/** Reads the versions of a definition. */
export function versionsOf(definition: KubeObject): readonly DefinitionVersion[] {
  const versions = specOf(definition)['versions'];
  const entries: readonly Json[] = Array.isArray(versions) ? versions : [];
  return entries.filter(isJsonObject).map((version) => ({
    name: textOf(version['name']),
    served: version['served'] === true,
    storage: version['storage'] === true,
  }));
}

/** The names of a definition that another resource of the group has, as the NamesAccepted condition tells them. */
export function nameConflicts(
  { plural, names }: DefinitionNames,
  others: readonly Resource[],
): readonly string[] {
  const shortNames = Array.isArray(names['shortNames']) ? names['shortNames'] : [];
  const resources = [plural, textOf(names['singular']), ...shortNames.map(textOf)];
  const kinds = [textOf(names['kind']), textOf(names['listKind'])];
  const takenResources = others.flatMap((each) => [each.plural, each.singular, ...each.shortNames]);
  const takenKinds = others.flatMap((each) => [each.kind, each.listKind]);
  return [
    ...resources.filter((name) => name !== '' && takenResources.includes(name)),
    ...kinds.filter((name) => name !== '' && takenKinds.includes(name)),
  ].map((name) => `${JSON.stringify(name)} is already in use`);
}
