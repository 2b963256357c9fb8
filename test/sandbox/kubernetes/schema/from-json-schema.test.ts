import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../infra/sandbox/kubernetes/resource.ts';
import type { FieldSchema } from '../../../../infra/sandbox/kubernetes/schema/field-schema.ts';
import { fieldSchemaFromJsonSchema } from '../../../../infra/sandbox/kubernetes/schema/from-json-schema.ts';
import { objectMeta } from '../../../../infra/sandbox/kubernetes/schema/kinds/meta-v1.ts';

function fieldOf(property: JsonObject): FieldSchema | undefined {
  const root = fieldSchemaFromJsonSchema({ type: 'object', properties: { it: property } });
  assert.ok(root.kind === 'struct');
  return root.fields['it'];
}

const text = { type: 'string' };
const cases: readonly (readonly [name: string, property: JsonObject, schema: FieldSchema])[] = [
  [
    'a string with its limits',
    { type: 'string', minLength: 1, maxLength: 9, pattern: '^a', enum: ['a'], default: 'a' },
    {
      kind: 'scalar',
      type: 'string',
      pattern: '^a',
      enum: ['a'],
      default: 'a',
      minLength: 1,
      maxLength: 9,
    },
  ],
  [
    'an integer with a format, nullable',
    { type: 'integer', format: 'int32', minimum: 0, maximum: 5, nullable: true },
    { kind: 'scalar', type: 'integer', format: 'int32', nullable: true, minimum: 0, maximum: 5 },
  ],
  [
    'a number or a name',
    { 'x-kubernetes-int-or-string': true },
    { kind: 'scalar', type: 'intOrString', format: 'int-or-string' },
  ],
  [
    'a list without a type of list',
    { type: 'array', items: text, maxItems: 3 },
    { kind: 'list', items: { kind: 'scalar', type: 'string' }, listType: 'atomic', maxItems: 3 },
  ],
  [
    'a set',
    { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    { kind: 'list', items: { kind: 'scalar', type: 'string' }, listType: 'set' },
  ],
  [
    'a keyed list',
    {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', required: ['name'], properties: { name: text } },
    },
    {
      kind: 'list',
      listType: 'map',
      mapKeys: ['name'],
      items: {
        kind: 'struct',
        fields: { name: { kind: 'scalar', type: 'string' } },
        required: ['name'],
      },
    },
  ],
  [
    'a map',
    { type: 'object', additionalProperties: text },
    { kind: 'map', values: { kind: 'scalar', type: 'string' } },
  ],
  [
    'an atomic map',
    { type: 'object', additionalProperties: text, 'x-kubernetes-map-type': 'atomic' },
    { kind: 'map', values: { kind: 'scalar', type: 'string' }, atomic: true },
  ],
  [
    'an object of which nothing is known',
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    { kind: 'open' },
  ],
  [
    'an object of which something is known',
    { type: 'object', properties: { a: text }, 'x-kubernetes-preserve-unknown-fields': true },
    { kind: 'struct', fields: { a: { kind: 'scalar', type: 'string' } }, open: true },
  ],
  ['an object without any field', { type: 'object' }, { kind: 'struct', fields: {} }],
  ['any value', { 'x-kubernetes-preserve-unknown-fields': true }, { kind: 'open' }],
];

describe('fieldSchemaFromJsonSchema', () => {
  for (const [name, property, schema] of cases) {
    it(`reads ${name}`, () => assert.deepEqual(fieldOf(property), schema));
  }

  it('gives the root and embedded objects their identity', () => {
    const embedded = { type: 'object', 'x-kubernetes-embedded-resource': true };
    const root = fieldSchemaFromJsonSchema({ type: 'object', properties: { it: embedded } });
    assert.ok(root.kind === 'struct');
    assert.equal(root.fields['metadata'], objectMeta);
    const inner = root.fields['it'];
    assert.ok(inner?.kind === 'struct');
    assert.deepEqual(Object.keys(inner.fields), ['apiVersion', 'kind', 'metadata']);
  });

  it('reads a root that keeps everything', () => {
    const root = fieldSchemaFromJsonSchema({ 'x-kubernetes-preserve-unknown-fields': true });
    assert.ok(root.kind === 'struct' && root.open === true);
  });
});
