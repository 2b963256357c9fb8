const JSON_TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'bool'],
]);

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * Why Go reads no JSON object from a text, in its words for the first character; undefined if it does.
 * Source: `json.Unmarshal` into a map.
 */
export function jsonObjectFault(text: string): string | undefined {
  const trimmed = text.trimStart();
  if (trimmed === '') return 'unexpected end of JSON input';
  const result = parsed(text);
  if (result === undefined) {
    const [first = ''] = trimmed;
    const place = first === '{' ? 'after object' : 'looking for beginning of value';
    return `invalid character '${first}' ${place}`;
  }
  const { value } = result;
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined;
  const type = JSON_TYPES.get(typeof value) ?? 'array';
  return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
}
