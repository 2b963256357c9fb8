import type { Json } from '../resource.ts';
import type { ScalarSchema } from './field-schema.ts';
import { base64Fault, microTimeFault, quantityFault, timeFault } from './go-parse.ts';
import { goTypeName, jsonKindName } from './go-type-name.ts';

/** Why a value is not decoded into a scalar: a whole error text, or what the decoder met and what it wanted. */
export type ScalarFault = string | { readonly value: string; readonly type: string };

/** The fault of a value for a Go scalar; undefined if it decodes. Null always does. */
export function scalarFault(schema: ScalarSchema, value: Json): ScalarFault | undefined {
  if (value === null) return undefined;
  switch (schema.type) {
    case 'string':
      return textFault(schema, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : mismatch(schema, value);
    case 'integer':
      return integerFault(schema, value);
    case 'number':
      return typeof value === 'number' ? undefined : mismatch(schema, value);
    case 'intOrString':
      return intOrStringFault(value);
  }
}

function mismatch(schema: ScalarSchema, value: Json): ScalarFault {
  return { value: jsonKindName(value), type: goTypeName(schema) };
}

function textFault(schema: ScalarSchema, value: Json): ScalarFault | undefined {
  const definition = schema.definition?.split('.').at(-1);
  if (definition === 'Quantity' && typeof value === 'number') return undefined;
  if (typeof value !== 'string') {
    if (definition === undefined) return mismatch(schema, value);
    if (definition === 'Quantity') return quantityFault(JSON.stringify(value));
    return { value: jsonKindName(value), type: 'string' };
  }
  switch (definition) {
    case 'Time':
      return timeFault(value);
    case 'MicroTime':
      return microTimeFault(value);
    case 'Quantity':
      return quantityFault(value);
    default:
      return schema.format === 'byte' ? base64Fault(value) : undefined;
  }
}

function integerFault(schema: ScalarSchema, value: Json): ScalarFault | undefined {
  if (typeof value !== 'number') return mismatch(schema, value);
  const limit = schema.format === 'int32' ? 2 ** 31 : 2 ** 63;
  if (Number.isInteger(value) && value >= -limit && value < limit) return undefined;
  return { value: `number ${value}`, type: goTypeName(schema) };
}

/** Types that decode themselves name the type that they decode from. */
function intOrStringFault(value: Json): ScalarFault | undefined {
  if (typeof value === 'string') return undefined;
  if (typeof value !== 'number') return { value: jsonKindName(value), type: 'int32' };
  const fits = Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
  return fits ? undefined : { value: `number ${value}`, type: 'int32' };
}
