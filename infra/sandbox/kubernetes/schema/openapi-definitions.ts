import type { Json, JsonObject, Resource } from '../resource.ts';
import type { FieldSchema, ListSchema, ScalarSchema, StructSchema } from './field-schema.ts';
import { deleteOptions, listMeta, PATCH_DEFINITION, status } from './kinds/meta-options.ts';

/** OpenAPI 2.0 (`/openapi/v2`) or 3.0 (`/openapi/v3`). */
export type OpenApiVersion = 'v2' | 'v3';

type Publication = {
  readonly version: OpenApiVersion;
  readonly definitions: Map<string, JsonObject>;
};

/** Where the definitions of a document are. */
export function definitionRef(version: OpenApiVersion, name: string): string {
  return version === 'v2' ? `#/definitions/${name}` : `#/components/schemas/${name}`;
}

/** Name of the definition of a resource's objects: its Go package, or for a custom resource its reversed group. */
export function objectDefinition(resource: Resource): string {
  const { group, version, kind, schema } = resource;
  if (schema.kind === 'struct' && schema.definition !== undefined) return schema.definition;
  return [...group.split('.').toReversed(), version, kind].join('.');
}

/** Name of the definition of a resource's lists. */
export function listDefinition(resource: Resource): string {
  return `${objectDefinition(resource).replace(/[^.]*$/, '')}${resource.listKind}`;
}

/** Every definition that the resources need, by name, with lists and the option types of the calls. */
export function publishDefinitions(
  resources: readonly Resource[],
  version: OpenApiVersion,
): JsonObject {
  const publication: Publication = { version, definitions: new Map() };
  for (const resource of resources) publishResource(publication, resource);
  for (const options of [listMeta, deleteOptions, status]) property(publication, options);
  publication.definitions.set(PATCH_DEFINITION, {
    description: 'A patch of an object.',
    type: 'object',
  });
  const sorted = [...publication.definitions].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted);
}

function publishResource(publication: Publication, resource: Resource): void {
  const { version, definitions } = publication;
  const { schema, kind, listKind } = resource;
  const name = objectDefinition(resource);
  if (schema.kind !== 'struct') return;
  definitions.set(name, {
    ...structBody(publication, schema),
    ...gvkExtension(resource, kind),
  });
  if (resource.createOnly === true) return;
  definitions.set(listDefinition(resource), {
    description: `A list of objects of kind ${kind}.`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string', description: 'Group and version of the list.' },
      items: {
        type: 'array',
        description: 'The objects.',
        items: { $ref: definitionRef(version, name) },
      },
      kind: { type: 'string', description: 'Kind of the list.' },
      metadata: property(publication, listMeta),
    },
    ...gvkExtension(resource, listKind),
  });
}

function gvkExtension(resource: Resource, kind: string): JsonObject {
  const { group, version } = resource;
  return { 'x-kubernetes-group-version-kind': [{ group, kind, version }] };
}

/** A field as a property: a reference where its type is published under a name, else its body. */
function property(publication: Publication, schema: FieldSchema): JsonObject {
  const name = 'definition' in schema ? schema.definition : undefined;
  if (name === undefined) return body(publication, schema);
  if (!publication.definitions.has(name)) {
    // Held open first, as a definition may refer to itself.
    publication.definitions.set(name, {});
    publication.definitions.set(name, body(publication, schema));
  }
  const ref = { $ref: definitionRef(publication.version, name) };
  // A named scalar says at each field what it is, as its type alone says little.
  const isScalar = schema.kind === 'scalar' && schema.description !== undefined;
  if (isScalar && publication.version === 'v3') {
    return { allOf: [ref], description: schema.description };
  }
  if (isScalar) return { ...ref, description: schema.description };
  const byValue = schema.kind === 'struct' && schema.always === true;
  return byValue && publication.version === 'v3' ? { allOf: [ref], default: {} } : ref;
}

function body(publication: Publication, schema: FieldSchema): JsonObject {
  const traits = describe(publication, schema);
  if (schema.nullable === true && publication.version === 'v2') return traits;
  switch (schema.kind) {
    case 'scalar':
      return { ...traits, ...scalarBody(publication.version, schema) };
    case 'struct':
      return { ...traits, ...structBody(publication, schema) };
    case 'list':
      return { ...traits, ...listBody(publication, schema) };
    case 'map':
      return {
        ...traits,
        type: 'object',
        additionalProperties: property(publication, schema.values),
        ...(schema.atomic ? { 'x-kubernetes-map-type': 'atomic' } : {}),
      };
    case 'open':
      return publication.version === 'v2'
        ? traits
        : { ...traits, 'x-kubernetes-preserve-unknown-fields': true };
  }
}

function describe({ version }: Publication, schema: FieldSchema): JsonObject {
  return {
    ...(schema.description === undefined ? {} : { description: schema.description }),
    ...(schema.nullable === true && version === 'v3' ? { nullable: true } : {}),
  };
}

function scalarBody(version: OpenApiVersion, schema: ScalarSchema): JsonObject {
  const { format, pattern, enum: values, minLength, maxLength, minimum, maximum } = schema;
  return defined({
    ...scalarType(version, schema),
    format,
    pattern,
    enum: values,
    minLength,
    maxLength,
    minimum,
    maximum,
    default: version === 'v3' ? schema.default : undefined,
  });
}

function scalarType(version: OpenApiVersion, schema: ScalarSchema): JsonObject {
  const isQuantity = schema.definition?.endsWith('.Quantity') === true;
  if (version === 'v3' && isQuantity) return { oneOf: [{ type: 'string' }, { type: 'number' }] };
  if (schema.type !== 'intOrString') return { type: schema.type };
  if (version === 'v3') return { oneOf: [{ type: 'integer' }, { type: 'string' }] };
  // A named type is text to old clients, which know its format; elsewhere the extension says it.
  return schema.definition === undefined
    ? { 'x-kubernetes-int-or-string': true }
    : { type: 'string' };
}

function structBody(publication: Publication, schema: StructSchema): JsonObject {
  const names = Object.keys(schema.fields).toSorted();
  // Old clients refuse what is not among the properties, so an open struct tells them none.
  const hidden = names.length === 0 || (schema.open === true && publication.version === 'v2');
  const properties = names.flatMap((name) => {
    const field = schema.fields[name];
    return field === undefined ? [] : [[name, property(publication, field)] as const];
  });
  return defined({
    description: schema.description,
    type: 'object',
    required: hidden ? undefined : schema.required,
    properties: hidden ? undefined : Object.fromEntries(properties),
    'x-kubernetes-map-type': schema.atomic ? 'atomic' : undefined,
    'x-kubernetes-preserve-unknown-fields':
      schema.open && publication.version === 'v3' && names.length > 0 ? true : undefined,
  });
}

function listBody(publication: Publication, schema: ListSchema): JsonObject {
  const merges = schema.patchMergeKey !== undefined || schema.patchStrategy === 'merge';
  return defined({
    type: 'array',
    items: property(publication, schema.items),
    minItems: schema.minItems,
    maxItems: schema.maxItems,
    'x-kubernetes-list-type': schema.listType,
    'x-kubernetes-list-map-keys': schema.mapKeys,
    'x-kubernetes-patch-merge-key': schema.patchMergeKey,
    'x-kubernetes-patch-strategy': merges ? 'merge' : undefined,
  });
}

function defined(entries: { readonly [name: string]: Json | undefined }): JsonObject {
  const present = Object.entries(entries).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(present);
}
