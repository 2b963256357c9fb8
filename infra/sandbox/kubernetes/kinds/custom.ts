import type { JsonObject, KubeObject, Resource } from '../resource.ts';
import { fieldSchemaFromJsonSchema } from '../schema/from-json-schema.ts';
import { customColumns } from './custom/custom-columns.ts';
import { createCustomStrategy } from './custom/custom-strategy.ts';
import { hasStatus, versionsOf } from './definition/definition-view.ts';
import { bagOf, textOf, textsOf } from './object/json-access.ts';

/**
 * The resource of one version of a CustomResourceDefinition. Throws if the definition has no such version.
 * Source: `crdHandler` of apiextensions-apiserver.
 */
export function resourceFromDefinition(definition: KubeObject, version: string): Resource {
  const stated = versionsOf(definition).find(({ name }) => name === version);
  if (stated === undefined) {
    const known = versionsOf(definition).map(({ name }) => name);
    throw new Error(
      `Cannot serve version ${version} of ${definition.metadata.name}: it states only ${known.join(', ')}`,
    );
  }
  const spec = bagOf(definition['spec']);
  const names = bagOf(spec['names']);
  const group = textOf(spec['group']) ?? '';
  const kind = textOf(names['kind']) ?? '';
  const namespaced = spec['scope'] === 'Namespaced';
  const schema = stated.schema ?? {};
  return {
    group,
    version,
    kind,
    listKind: textOf(names['listKind']) ?? `${kind}List`,
    plural: textOf(names['plural']) ?? '',
    singular: textOf(names['singular']) ?? kind.toLowerCase(),
    shortNames: textsOf(names['shortNames']),
    categories: textsOf(names['categories']),
    namespaced,
    hasStatus: hasStatus(stated),
    selectableFields: stated.selectableFields.flatMap(
      ({ jsonPath }) => textOf(jsonPath)?.replace(/^\./, '') ?? [],
    ),
    createOnUpdate: false,
    countsGeneration: true,
    // Schemas of stored definitions are JSON.
    schema: fieldSchemaFromJsonSchema(schema as JsonObject),
    strategicMerge: false,
    columns: customColumns(stated.columns),
    strategy: createCustomStrategy({
      apiVersion: `${group}/${version}`,
      kind,
      namespaced,
      hasStatus: hasStatus(stated),
      schema,
    }),
  };
}
