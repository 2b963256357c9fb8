import type { KubeObject } from '../../resource.ts';
import { isKnownFormat } from '../custom/formats.ts';
import { type Bag, isBag, textOf } from '../object/json-access.ts';
import { versionsOf } from './definition-view.ts';

function* unknownFormats(schema: Bag): Generator<string> {
  const format = textOf(schema['format']);
  if (schema['type'] === 'string' && format !== undefined && !isKnownFormat(format)) yield format;
  for (const value of Object.values(schema)) yield* formatsBelow(value);
}

function* formatsBelow(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* formatsBelow(item);
  else if (isBag(value)) yield* unknownFormats(value);
}

/** What the API warns of a valid CustomResourceDefinition. Source: `WarningsOnCreate` of apiextensions-apiserver. */
export function definitionWarnings(definition: KubeObject): readonly string[] {
  const formats = versionsOf(definition).flatMap(({ schema }) => [...unknownFormats(schema ?? {})]);
  return [...new Set(formats)].map((format) => `unrecognized format ${JSON.stringify(format)}`);
}
