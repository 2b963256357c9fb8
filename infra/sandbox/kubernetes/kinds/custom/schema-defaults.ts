import { type Bag, bagOf, isBag } from '../object/json-access.ts';

/** A null that the schema forbids counts as absent where there is a default. */
function needsDefault(value: unknown, schema: Bag): boolean {
  if (schema['default'] === undefined) return false;
  return value === undefined || (value === null && schema['nullable'] !== true);
}

function defaultedObject(object: Bag, schema: Bag): Bag {
  const properties = bagOf(schema['properties']);
  const { additionalProperties } = schema;
  const known = Object.entries(properties).filter(
    ([key, own]) => isBag(own) && needsDefault(object[key], own),
  );
  const added = known.map(([key, own]) => [key, bagOf(own)['default']]);
  const whole = { ...object, ...Object.fromEntries(added) };
  const inner = Object.entries(whole).map(([key, value]) => {
    const own = properties[key] ?? additionalProperties;
    return [key, isBag(own) ? withDefaults(value, own) : value];
  });
  return Object.fromEntries(inner);
}

/** A value with the defaults of its schema filled in. Source: `defaulting.Default` of apiextensions-apiserver. */
export function withDefaults(value: unknown, schema: Bag): unknown {
  if (isBag(value)) return defaultedObject(value, schema);
  const { items } = schema;
  if (!Array.isArray(value) || !isBag(items)) return value;
  return value.map((item: unknown) =>
    withDefaults(needsDefault(item, items) ? items['default'] : item, items),
  );
}
