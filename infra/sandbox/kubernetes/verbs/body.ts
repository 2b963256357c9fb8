import { parse as parseYaml } from 'yaml';
import type { Json } from '../resource.ts';
import { badRequest, unsupportedMediaType } from '../status/faults.ts';

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';

/** The media type of a Content-Type header, without its parameters. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? '';
}

/**
 * Parses the body of a create, update or delete; undefined if it is empty.
 * Throws ApiError 415 for a form other than JSON and YAML, 400 for text that does not parse.
 */
export function parseBody(body: string, contentType: string): Json | undefined {
  const type = mediaTypeOf(contentType) || JSON_TYPE;
  if (type !== JSON_TYPE && type !== YAML_TYPE) throw unsupportedMediaType([JSON_TYPE, YAML_TYPE]);
  if (body.trim() === '') return undefined;
  return type === YAML_TYPE ? parseYamlText(body) : parseJsonText(body);
}

/** Parses JSON. Throws ApiError 400 in the words of the API's decoder. */
export function parseJsonText(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw badRequest(`couldn't get version/kind; json parse error: ${reasonOf(cause)}`);
  }
}

/** Parses YAML (JSON included), as apply patches are read. Throws ApiError 400. */
export function parseYamlText(text: string): Json {
  try {
    // Core schema yields only what JSON can carry; dates and other tags stay strings.
    return parseYaml(text, { schema: 'core', merge: true });
  } catch (cause) {
    throw badRequest(`error decoding YAML: ${reasonOf(cause)}`);
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
