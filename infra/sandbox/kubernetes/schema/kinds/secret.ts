import { bytes, flag, mapOf, pointer, text } from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';
import { objectOf } from './meta-v1.ts';

/** Secret of core v1. */
export const secretSchema: StructSchema = objectOf(
  'io.k8s.api.core.v1.Secret',
  { description: 'Data that should not be read by everyone.' },
  {
    data: mapOf(bytes('Base64 of the value.'), 'Values by key, in base64.'),
    immutable: pointer(flag('Whether the data may no longer change.')),
    stringData: mapOf(text('The value.'), 'Values by key as plain text; write only.'),
    type: text('What programs may expect in the data.', 'v1.SecretType'),
  },
);
