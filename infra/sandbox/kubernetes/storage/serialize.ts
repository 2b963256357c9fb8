import type { KubeObject } from '../resource.ts';

const texts = new WeakMap<KubeObject, string>();

/** JSON of a stored object without `kind` and `apiVersion`; each object is serialised once. */
export function bareText(object: KubeObject): string {
  const known = texts.get(object);
  if (known !== undefined) return known;
  const { kind: _kind, apiVersion: _apiVersion, metadata, ...rest } = object;
  const text = JSON.stringify({ metadata, ...rest });
  texts.set(object, text);
  return text;
}

/** JSON of an object, `kind` and `apiVersion` first as the API writes them. */
export function fullText(object: KubeObject): string {
  const head = `{"kind":${JSON.stringify(object.kind)},"apiVersion":${JSON.stringify(object.apiVersion)}`;
  return `${head},${bareText(object).slice(1)}`;
}
