import type { Json, JsonObject } from '../resource.ts';
import { badRequest, unsupportedMediaType } from '../status/faults.ts';
import { type Field, type FieldType, type Message, messagesByKind } from './messages.ts';
import { readFields, type WireField } from './wire.ts';

/** The media type of Kubernetes protocol buffers. */
export const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';

const MAGIC = 'k8s\0';
const ENVELOPE: Message = {
  1: {
    name: 'typeMeta',
    type: { 1: { name: 'apiVersion', type: 'string' }, 2: { name: 'kind', type: 'string' } },
  },
};
const RAW_FIELD = 2;

/**
 * Reads an object in Kubernetes' protocol buffers envelope as the JSON it stands for.
 * Throws ApiError 415 for a kind that only comes as JSON, 400 for bytes that do not parse. Source: `runtime.Unknown`.
 */
export function decodeProtobuf(body: Uint8Array): JsonObject {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (text.subarray(0, MAGIC.length).toString('latin1') !== MAGIC) {
    throw badRequest(
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    );
  }
  try {
    return decodeEnvelope(text.subarray(MAGIC.length));
  } catch (error) {
    if (error instanceof RangeError) throw badRequest(`proto: ${error.message}`);
    throw error;
  }
}

function decodeEnvelope(bytes: Uint8Array): JsonObject {
  const fields = readFields(bytes);
  const typeMeta = decodeMessage(ENVELOPE, fields)['typeMeta'] as JsonObject | undefined;
  const { apiVersion = '', kind = '' } = typeMeta ?? {};
  const message = messagesByKind.get(String(kind));
  if (message === undefined) throw unsupportedMediaType(['application/json', 'application/yaml']);
  const raw = fields.find((field) => field.kind === 'bytes' && field.number === RAW_FIELD);
  const content = raw?.kind === 'bytes' ? readFields(raw.value) : [];
  return { kind, apiVersion, ...decodeMessage(message, content) };
}

function decodeMessage(message: Message, fields: readonly WireField[]): JsonObject {
  const object: { [name: string]: Json } = {};
  for (const wire of fields) {
    const field = message[wire.number];
    if (field === undefined) continue;
    const value = decodeValue(field.type, wire);
    if (field.repeated) {
      object[field.name] = [...listOf(object[field.name]), value ?? ''];
    } else if (isMap(field)) {
      object[field.name] = {
        ...(object[field.name] as JsonObject | undefined),
        ...(value as JsonObject),
      };
    } else if (value !== undefined && (field.pointer || !isZero(value))) {
      object[field.name] = value;
    }
  }
  return object;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function isMap({ type }: Field): boolean {
  return type === 'stringMap' || type === 'bytesMap';
}

/** Go writes every field that is no pointer; in JSON zero values are left out. */
function isZero(value: Json): boolean {
  if (value === '' || value === 0 || value === false) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function decodeValue(type: FieldType, wire: WireField): Json | undefined {
  if (wire.kind === 'varint') return type === 'bool' ? wire.value !== 0n : Number(wire.value);
  switch (type) {
    case 'string':
      return Buffer.from(wire.value).toString('utf8');
    case 'bytes':
      return Buffer.from(wire.value).toString('base64');
    case 'time':
      return decodeTime(wire.value);
    case 'intOrString':
      return decodeIntOrString(wire.value);
    case 'stringMap':
      return decodeEntry(wire.value, 'string');
    case 'bytesMap':
      return decodeEntry(wire.value, 'bytes');
    case 'int':
    case 'bool':
      return undefined;
    default:
      return decodeMessage(type, readFields(wire.value));
  }
}

function decodeTime(bytes: Uint8Array): string | undefined {
  const seconds = readFields(bytes).find(({ number }) => number === 1);
  if (seconds?.kind !== 'varint' || seconds.value === 0n) return undefined;
  return `${new Date(Number(seconds.value) * 1000).toISOString().slice(0, 19)}Z`;
}

const INT_OR_STRING: Message = {
  1: { name: 'type', type: 'int' },
  2: { name: 'intVal', type: 'int' },
  3: { name: 'strVal', type: 'string' },
};

function decodeIntOrString(bytes: Uint8Array): Json {
  const { type = 0, intVal = 0, strVal = '' } = decodeMessage(INT_OR_STRING, readFields(bytes));
  return type === 1 ? strVal : intVal;
}

function decodeEntry(bytes: Uint8Array, type: 'string' | 'bytes'): JsonObject {
  const entry: Message = { 1: { name: 'key', type: 'string' }, 2: { name: 'value', type } };
  const { key = '', value = '' } = decodeMessage(entry, readFields(bytes));
  return { [String(key)]: value };
}
