import * as v from 'valibot';
import { ControllerError } from '../../core/model/failure.ts';
import type { ItemKey } from './item-keys.ts';
import type { PlainItem } from './table.ts';

/** A whole number, zero or above. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A text that holds JSON of the given form. */
export const jsonText = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.string(), v.parseJson(), schema);

/**
 * Reads an item by its schema.
 * @throws ControllerError `defect` that names the item, if it is of any other form
 */
export const parseItem = <const Schema extends v.GenericSchema>(
  schema: Schema,
  item: PlainItem,
  key: ItemKey,
): v.InferOutput<Schema> => {
  const parsed = v.safeParse(schema, item);
  if (parsed.success) return parsed.output;
  const reasons = v.flatten(parsed.issues);
  throw new ControllerError(
    'defect',
    `Cannot read item ${key.pk} ${key.sk}: it does not have the form that Seamark writes: ${JSON.stringify(reasons)}`,
    { fields: { pk: key.pk, sk: key.sk } },
  );
};
