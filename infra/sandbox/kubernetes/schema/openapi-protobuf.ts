import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import {
  boolField,
  encodeMessage,
  messageField,
  type ProtobufField,
  stringField,
} from './protobuf-writer.ts';

type Fields = readonly ProtobufField[];

/**
 * An OpenAPI 2.0 document of this server as protobuf `openapi.v2.Document`: definitions, operations and what clients
 * read of them. Source: OpenAPIv2.proto of gnostic-models, whose field numbers these are.
 */
export function encodeOpenApiV2(document: JsonObject): Uint8Array {
  const info = objectAt(document, 'info');
  return encodeMessage([
    ...stringField(1, textAt(document, 'swagger')),
    messageField(2, [
      ...stringField(1, textAt(info, 'title')),
      ...stringField(2, textAt(info, 'version')),
    ]),
    messageField(8, named(2, objectAt(document, 'paths'), pathItem)),
    messageField(9, named(1, objectAt(document, 'definitions'), schemaFields)),
  ]);
}

function textAt(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' ? value : undefined;
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : {};
}

function listAt(object: JsonObject, name: string): readonly Json[] {
  const value = object[name];
  return Array.isArray(value) ? value : [];
}

/** Each entry of an object as a message of its name and value under one field number. */
function named(field: number, entries: JsonObject, encode: (value: JsonObject) => Fields): Fields {
  return Object.entries(entries).map(([name, value]) =>
    messageField(field, [
      ...stringField(1, name),
      messageField(2, encode(isJsonObject(value) ? value : {})),
    ]),
  );
}

function strings(field: number, values: readonly Json[]): Fields {
  return values.flatMap((value) => stringField(field, String(value)));
}

/** Vendor extensions: entries whose names begin with `x-`, their values as YAML, of which JSON is a part. */
function extensions(field: number, object: JsonObject): Fields {
  return Object.entries(object)
    .filter(([name]) => name.startsWith('x-'))
    .map(([name, value]) =>
      messageField(field, [
        ...stringField(1, name),
        messageField(2, stringField(2, JSON.stringify(value))),
      ]),
    );
}

const methodNumbers = { get: 2, put: 3, post: 4, delete: 5, patch: 8 };

function pathItem(item: JsonObject): Fields {
  return Object.entries(methodNumbers).flatMap(([method, field]) =>
    isJsonObject(item[method]) ? [messageField(field, operation(item[method]))] : [],
  );
}

function operation(value: JsonObject): Fields {
  return [
    ...stringField(3, textAt(value, 'description')),
    ...stringField(5, textAt(value, 'operationId')),
    ...strings(6, listAt(value, 'produces')),
    ...strings(7, listAt(value, 'consumes')),
    ...listAt(value, 'parameters').map((each) =>
      messageField(8, [messageField(1, parameter(isJsonObject(each) ? each : {}))]),
    ),
    messageField(9, named(1, objectAt(value, 'responses'), responseValue)),
    ...extensions(13, value),
  ];
}

function parameter(value: JsonObject): Fields {
  const required = boolField(value['in'] === 'body' ? 4 : 1, value['required'] === true);
  if (value['in'] === 'body') {
    const body = [
      ...stringField(2, textAt(value, 'name')),
      ...stringField(3, 'body'),
      ...required,
      messageField(5, schemaFields(objectAt(value, 'schema'))),
    ];
    return [messageField(1, body)];
  }
  const query = [
    ...required,
    ...stringField(2, textAt(value, 'in')),
    ...stringField(3, textAt(value, 'description')),
    ...stringField(4, textAt(value, 'name')),
    ...stringField(6, textAt(value, 'type')),
    ...boolField(20, value['uniqueItems'] === true),
  ];
  return [messageField(2, [messageField(3, query)])];
}

function responseValue(value: JsonObject): Fields {
  const response = [
    ...stringField(1, textAt(value, 'description')),
    messageField(2, [messageField(1, schemaFields(objectAt(value, 'schema')))]),
  ];
  return [messageField(1, response)];
}

function schemaFields(schema: JsonObject): Fields {
  const items = schema['items'];
  const values = schema['additionalProperties'];
  const properties = schema['properties'];
  const type = textAt(schema, 'type');
  return [
    ...stringField(1, textAt(schema, '$ref')),
    ...stringField(2, textAt(schema, 'format')),
    ...stringField(4, textAt(schema, 'description')),
    ...stringField(13, textAt(schema, 'pattern')),
    ...strings(19, listAt(schema, 'required')),
    ...listAt(schema, 'enum').map((value) =>
      messageField(20, stringField(2, JSON.stringify(value))),
    ),
    ...(isJsonObject(values) ? [messageField(21, [messageField(1, schemaFields(values))])] : []),
    ...(type === undefined ? [] : [messageField(22, stringField(1, type))]),
    ...(isJsonObject(items) ? [messageField(23, [messageField(1, schemaFields(items))])] : []),
    ...(isJsonObject(properties) ? [messageField(25, named(1, properties, schemaFields))] : []),
    ...extensions(31, schema),
  ];
}
