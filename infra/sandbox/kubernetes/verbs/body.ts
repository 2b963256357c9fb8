import { parse as parseYaml } from 'yaml';
import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject, Resource } from '../resource.ts';
import { badRequest, unsupportedMediaType } from '../status/faults.ts';
import { scanJson } from './scan-json.ts';

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';
const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';
const SUMMARY_BYTES = 30;

/** An object read from a body, and the fields that its text names twice. */
export type Source = { readonly value: JsonObject; readonly duplicates: readonly string[] };

/** An object read from a body, or why there is none in the words of the API's decoder. */
export type Parsed = Source | { readonly fault: string };

/** The media type of a Content-Type header, without its parameters. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Reads an object from the body of a create, update or delete. Throws ApiError 415 for a form that is not read. */
export function parseBody(body: string, contentType: string, resource: Resource): Parsed {
  const type = mediaTypeOf(contentType) || JSON_TYPE;
  // Protocol buffers have become JSON by now; custom resources never come in them.
  const forms = [JSON_TYPE, YAML_TYPE, ...(resource.strategicMerge ? [PROTOBUF_TYPE] : [])];
  if (type !== JSON_TYPE && type !== YAML_TYPE) throw unsupportedMediaType(forms);
  const parsed = type === YAML_TYPE ? parseYamlText(body) : parseJsonText(body);
  if ('fault' in parsed) {
    const head = type === YAML_TYPE ? 'yaml: ' : "couldn't get version/kind; json parse error: ";
    return { fault: `${head}${parsed.fault}` };
  }
  // Go takes null for an object of which nothing is said.
  const value = parsed.value ?? {};
  if (isJsonObject(value))
    return { value, duplicates: type === JSON_TYPE ? duplicatesIn(body) : [] };
  const form = Array.isArray(value) ? 'array' : typeof value;
  return {
    fault: `couldn't get version/kind; json parse error: json: cannot unmarshal ${form} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
  };
}

/** 400 for a body that is no object. Source: `transformDecodeError` of apiserver. */
export function unrecognized(resource: Resource, body: string, fault: string): Error {
  const bytes = Buffer.from(body);
  const head = bytes.subarray(0, SUMMARY_BYTES);
  const shown = body.startsWith('{') ? head.toString('utf8') : head.toString('hex');
  const summary = `${shown}${bytes.length > SUMMARY_BYTES ? ' ...' : ''}`;
  return badRequest(
    `the object provided is unrecognized (must be of type ${resource.kind}): ${fault} (${summary || '<empty>'})`,
  );
}

type ParsedJson = { readonly value: Json } | { readonly fault: string };

function duplicatesIn(text: string): readonly string[] {
  const scan = scanJson(text);
  return 'duplicates' in scan ? scan.duplicates : [];
}

/** Parses JSON; a fault is in Go's words. */
export function parseJsonText(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) };
  } catch (cause) {
    const scan = scanJson(text);
    return { fault: 'fault' in scan ? scan.fault : reasonOf(cause) };
  }
}

/** Parses YAML (JSON included), as apply patches are read. */
export function parseYamlText(text: string): ParsedJson {
  // Clients mostly send JSON, whose own parser is many times faster; what it refuses may still be YAML.
  const asJson = text.startsWith('{') ? parseJsonText(text) : undefined;
  if (asJson !== undefined && 'value' in asJson) return asJson;
  try {
    // The core schema yields only what JSON can carry; dates and other tags stay strings.
    return { value: parseYaml(text, { schema: 'core', merge: true }) };
  } catch (cause) {
    return { fault: reasonOf(cause) };
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
