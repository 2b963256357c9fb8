import {
  anything,
  atomicListOf,
  double,
  flag,
  int64,
  keyedListOf,
  mapOf,
  pointer,
  struct,
  text,
} from '../build-field.ts';
import type { FieldSchema, StructSchema } from '../field-schema.ts';

const extensions = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

const validationRule = struct(
  `${extensions}.ValidationRule`,
  { description: 'A rule in the Common Expression Language.', required: ['rule'] },
  {
    fieldPath: text('Path that a failure is reported at.'),
    message: text('What a failure is told as.'),
    messageExpression: text('Expression that makes the message.'),
    optionalOldSelf: pointer(flag('Whether the rule also runs without an old value.')),
    reason: pointer(text('Reason of a failure for programs.', 'v1.FieldValueErrorReason')),
    rule: text('The expression.'),
  },
);

const plainFields = {
  $ref: pointer(text('Not accepted here.')),
  $schema: text('Address of the schema language.', 'v1.JSONSchemaURL'),
  default: anything('Value of an absent field.'),
  description: text('What the value means.'),
  enum: atomicListOf(anything('A value.'), 'Values that are accepted.'),
  example: anything('An example.'),
  exclusiveMaximum: flag('Whether the maximum itself is refused.'),
  exclusiveMinimum: flag('Whether the minimum itself is refused.'),
  externalDocs: struct(
    `${extensions}.ExternalDocumentation`,
    { description: 'Where to read more.' },
    { description: text('What is there.'), url: text('Where it is.') },
  ),
  format: text('Format of the value.'),
  id: text('Identity of the schema.'),
  maxItems: pointer(int64('Most items.')),
  maxLength: pointer(int64('Most characters.')),
  maxProperties: pointer(int64('Most properties.')),
  maximum: pointer(double('Largest value.')),
  minItems: pointer(int64('Fewest items.')),
  minLength: pointer(int64('Fewest characters.')),
  minProperties: pointer(int64('Fewest properties.')),
  minimum: pointer(double('Smallest value.')),
  multipleOf: pointer(double('What the value is a multiple of.')),
  nullable: flag('Whether null is accepted.'),
  pattern: text('Expression that the text must match.'),
  required: atomicListOf(text('A property.'), 'Properties that must be there.'),
  title: text('Short name of the schema.'),
  type: text('JSON type of the value.'),
  uniqueItems: flag('Whether items must differ.'),
  'x-kubernetes-embedded-resource': flag('Whether the value is a whole object.'),
  'x-kubernetes-int-or-string': flag('Whether the value is a number or a text.'),
  'x-kubernetes-list-map-keys': atomicListOf(text('A key.'), 'Keys of the items of a map list.'),
  'x-kubernetes-list-type': pointer(text('atomic, set or map.')),
  'x-kubernetes-map-type': pointer(text('granular or atomic.')),
  'x-kubernetes-preserve-unknown-fields': pointer(flag('Whether unknown fields are kept.')),
  'x-kubernetes-validations': keyedListOf(
    validationRule,
    { mapKeys: ['rule'], patchMergeKey: 'rule' },
    'Rules of the value.',
  ),
} satisfies { readonly [name: string]: FieldSchema };

const fields: { [name: string]: FieldSchema } = { ...plainFields };

/** `apiextensions/v1 JSONSchemaProps`; the only schema that holds itself, so walkers must mind cycles. */
export const jsonSchemaProps: StructSchema = struct(
  `${extensions}.JSONSchemaProps`,
  { description: 'A JSON schema.' },
  fields,
);

Object.assign(fields, {
  additionalItems: anything('Schema of further items, or whether there may be any.'),
  additionalProperties: anything('Schema of further properties, or whether there may be any.'),
  allOf: atomicListOf(jsonSchemaProps, 'Schemas that must all match.'),
  anyOf: atomicListOf(jsonSchemaProps, 'Schemas of which one must match.'),
  definitions: mapOf(jsonSchemaProps, 'Named schemas.'),
  dependencies: anything('Properties or schemas that a property brings with it.'),
  items: anything('Schema of the items.'),
  not: jsonSchemaProps,
  oneOf: atomicListOf(jsonSchemaProps, 'Schemas of which exactly one must match.'),
  patternProperties: mapOf(jsonSchemaProps, 'Schemas of properties by pattern.'),
  properties: mapOf(jsonSchemaProps, 'Schemas of properties by name.'),
} satisfies { readonly [name: string]: FieldSchema });
