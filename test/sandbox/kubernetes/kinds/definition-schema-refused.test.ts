import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createWith, newCluster } from './strategy-driver.ts';

type Refused = {
  readonly title: string;
  readonly schema: object;
  readonly faults: readonly string[];
};

const REFUSED: readonly Refused[] = [
  {
    title: 'a root without type',
    schema: {},
    faults: ['spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root'],
  },
  {
    title: 'a text as root',
    schema: { type: 'string' },
    faults: [
      'spec.validation.openAPIV3Schema.type: Invalid value: "string": must be object at the root',
    ],
  },
  {
    title: 'a field without type',
    schema: { type: 'object', properties: { spec: { type: 'object', properties: { a: {} } } } },
    faults: [
      'spec.validation.openAPIV3Schema.properties[spec].properties[a].type: Required value: must not be empty for specified object fields',
    ],
  },
  {
    title: 'a list without items',
    schema: { type: 'object', properties: { spec: { type: 'array' } } },
    faults: [
      'spec.validation.openAPIV3Schema.properties[spec].items: Required value: must be specified',
    ],
  },
  {
    title: 'items without type',
    schema: { type: 'object', properties: { spec: { type: 'array', items: {} } } },
    faults: [
      'spec.validation.openAPIV3Schema.properties[spec].items.type: Required value: must not be empty for specified array items',
    ],
  },
  {
    title: 'a list of item schemas',
    schema: {
      type: 'object',
      properties: { spec: { type: 'array', items: [{ type: 'string' }] } },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[spec].items: Forbidden: items must be a schema object and not an array',
    ],
  },
  {
    title: 'an unknown type',
    schema: { type: 'object', properties: { spec: { type: 'foo' } } },
    faults: [
      'spec.validation.openAPIV3Schema.properties[spec].type: Unsupported value: "foo": supported values: "array", "boolean", "integer", "number", "object", "string"',
    ],
  },
  {
    title: 'additional properties at the root',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    faults: [
      'spec.validation.openAPIV3Schema.additionalProperties: Forbidden: must not be used at the root',
    ],
  },
  {
    title: 'properties and additional properties',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: { a: { type: 'string' } },
          additionalProperties: { type: 'string' },
        },
      },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[spec].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
    ],
  },
  {
    title: 'labels in the schema',
    schema: {
      type: 'object',
      properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
  },
  {
    title: 'a number as kind',
    schema: { type: 'object', properties: { kind: { type: 'integer' } } },
    faults: [
      'spec.validation.openAPIV3Schema.properties[kind].type: Invalid value: "integer": must be string',
    ],
  },
  {
    title: 'a nullable root',
    schema: { type: 'object', nullable: true },
    faults: [
      'spec.validation.openAPIV3Schema.nullable: Forbidden: nullable cannot be true at the root',
    ],
  },
  {
    title: 'int-or-string with unknown fields',
    schema: {
      type: 'object',
      properties: {
        spec: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
    ],
  },
  {
    title: 'structure inside anyOf',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          anyOf: [
            {
              type: 'object',
              description: 'x',
              default: 1,
              nullable: true,
              properties: { metadata: {} },
            },
          ],
        },
      },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[spec].anyOf[0].default: Forbidden: must be undefined to be structural',
      'spec.validation.openAPIV3Schema.properties[spec].anyOf[0].description: Forbidden: must be empty to be structural',
      'spec.validation.openAPIV3Schema.properties[spec].anyOf[0].nullable: Forbidden: must be false to be structural',
      'spec.validation.openAPIV3Schema.properties[spec].anyOf[0].properties[metadata]: Forbidden: must not be specified in a nested context',
      'spec.validation.openAPIV3Schema.properties[spec].anyOf[0].type: Forbidden: must be empty to be structural',
    ],
  },
  {
    title: 'unique items',
    schema: {
      type: 'object',
      properties: { spec: { type: 'array', items: { type: 'string' }, uniqueItems: true } },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[spec].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
  },
  {
    title: 'malformed list types',
    schema: {
      type: 'object',
      properties: {
        a: { type: 'string', 'x-kubernetes-list-type': 'set' },
        b: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'foo' },
      },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[b].x-kubernetes-list-type: Unsupported value: "foo": supported values: "atomic", "set", "map"',
      'spec.validation.openAPIV3Schema.properties[a].type: Invalid value: "string": must be array if x-kubernetes-list-type is specified',
    ],
  },
  {
    title: 'a map list without keys',
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: { type: 'object', properties: { n: { type: 'string' } } },
          'x-kubernetes-list-type': 'map',
        },
      },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
    ],
  },
  {
    title: 'map keys that are not certain',
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: { type: 'object', properties: { n: { type: 'string' } } },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['n', 'z'],
        },
      },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-list-map-keys: Invalid value: ["n","z"]: entries must all be names of item properties',
      'spec.validation.openAPIV3Schema.properties[a].items.properties[n].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
    ],
  },
  {
    title: 'a map list of texts',
    schema: {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: { type: 'string' },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['n'],
        },
      },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[a].items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map',
    ],
  },
  {
    title: 'map keys of no map list',
    schema: {
      type: 'object',
      properties: {
        a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-map-keys': ['n'] },
      },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty',
    ],
  },
  {
    title: 'a set of objects',
    schema: {
      type: 'object',
      properties: {
        a: { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'set' },
      },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[a].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set',
    ],
  },
  {
    title: 'malformed map types',
    schema: {
      type: 'object',
      properties: {
        a: { type: 'object', 'x-kubernetes-map-type': 'foo' },
        b: { type: 'string', 'x-kubernetes-map-type': 'atomic' },
      },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[b].type: Invalid value: "string": must be object if x-kubernetes-map-type is specified',
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-map-type: Unsupported value: "foo": supported values: "atomic", "granular"',
    ],
  },
  {
    title: 'unknown fields not preserved',
    schema: {
      type: 'object',
      properties: { a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': false } },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined',
    ],
  },
  {
    title: 'embedded resources without structure',
    schema: {
      type: 'object',
      properties: {
        a: { type: 'string', 'x-kubernetes-embedded-resource': true },
        b: { type: 'object', 'x-kubernetes-embedded-resource': true },
      },
    },
    faults: [
      'spec.validation.openAPIV3Schema.properties[a].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      'spec.validation.openAPIV3Schema.properties[a].type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true',
      'spec.validation.openAPIV3Schema.properties[b].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
    ],
  },
  {
    title: 'a default for the kind',
    schema: { type: 'object', properties: { kind: { type: 'string', default: 'x' } } },
    faults: [
      'spec.validation.openAPIV3Schema.properties[kind].default: Forbidden: must not be set in top-level kind',
    ],
  },
  {
    title: 'a reference',
    schema: { type: 'object', properties: { a: { $ref: '#/x', type: 'string' } } },
    faults: [
      'spec.validation.openAPIV3Schema.properties[a].$ref: Forbidden: $ref is not supported',
    ],
  },
];

function faultsOf(spec: object): readonly string[] {
  const cluster = newCluster();
  const resource = cluster.resource('customresourcedefinitions', 'apiextensions.k8s.io');
  const names = { plural: 'widgets', kind: 'Widget' };
  return createWith(cluster, resource, {
    metadata: { name: 'widgets.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names, ...spec },
  }).faults;
}

describe('A schema of a custom resource is refused', () => {
  for (const { title, schema, faults } of REFUSED) {
    test(title, () => {
      const version = { name: 'v1', served: true, storage: true };
      const versions = [{ ...version, schema: { openAPIV3Schema: schema } }];
      assert.deepEqual(faultsOf({ versions }).toSorted(), faults.toSorted());
    });
  }
});
