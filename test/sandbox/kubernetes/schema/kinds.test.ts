import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldSchema } from '../../../../infra/sandbox/kubernetes/schema/field-schema.ts';
import { jsonSchemaProps } from '../../../../infra/sandbox/kubernetes/schema/kinds/json-schema-props.ts';
import { kindSchemas, schemaOfKind } from './judged/kind-schemas.ts';

/** The schema at a dotted path; `[]` steps into items, `*` into the values of a map. */
function at(schema: FieldSchema, path: string): FieldSchema {
  let current = schema;
  for (const step of path.split('.')) {
    const next = below(current, step);
    assert.ok(next, `${path} has no ${step}`);
    current = next;
  }
  return current;
}

function below(schema: FieldSchema, step: string): FieldSchema | undefined {
  if (schema.kind === 'struct') return schema.fields[step];
  if (schema.kind === 'list' && step === '[]') return schema.items;
  return schema.kind === 'map' && step === '*' ? schema.values : undefined;
}

function mergeOf(schema: FieldSchema): string {
  if (schema.kind === 'list') {
    const keys = schema.mapKeys === undefined ? '' : `(${schema.mapKeys.join(',')})`;
    const patch = schema.patchMergeKey ?? schema.patchStrategy ?? 'replace';
    return `${schema.listType}${keys} ${patch}`;
  }
  const atomic = 'atomic' in schema && schema.atomic === true;
  return `${schema.kind}${atomic ? ' atomic' : ''}`;
}

// Source: x-kubernetes-list-*, -map-type and -patch-* of the OpenAPI documents of Kubernetes 1.33.
const merges: readonly (readonly [kind: string, path: string, merge: string])[] = [
  ['Service', 'metadata.finalizers', 'set merge'],
  ['Service', 'metadata.ownerReferences', 'map(uid) uid'],
  ['Service', 'metadata.ownerReferences.[]', 'struct atomic'],
  ['Service', 'metadata.managedFields', 'atomic replace'],
  ['Service', 'metadata.labels', 'map'],
  ['Service', 'spec.ports', 'map(port,protocol) port'],
  ['Service', 'spec.selector', 'map atomic'],
  ['Service', 'spec.clusterIPs', 'atomic replace'],
  ['Service', 'spec.externalIPs', 'atomic replace'],
  ['Service', 'spec.ipFamilies', 'atomic replace'],
  ['Service', 'spec.loadBalancerSourceRanges', 'atomic replace'],
  ['Service', 'status.conditions', 'map(type) type'],
  ['Service', 'status.loadBalancer.ingress', 'atomic replace'],
  ['Service', 'status.loadBalancer.ingress.[].ports', 'atomic replace'],
  ['Endpoints', 'subsets', 'atomic replace'],
  ['Endpoints', 'subsets.[].addresses', 'atomic replace'],
  ['Endpoints', 'subsets.[].addresses.[]', 'struct atomic'],
  ['EndpointSlice', 'endpoints', 'atomic replace'],
  ['EndpointSlice', 'endpoints.[].addresses', 'set replace'],
  ['EndpointSlice', 'ports', 'atomic replace'],
  ['Node', 'spec.podCIDRs', 'set merge'],
  ['Node', 'spec.taints', 'atomic replace'],
  ['Node', 'status.addresses', 'map(type) type'],
  ['Node', 'status.conditions', 'map(type) type'],
  ['Node', 'status.capacity', 'map'],
  ['Node', 'status.images', 'atomic replace'],
  ['Namespace', 'spec.finalizers', 'atomic replace'],
  ['Namespace', 'status.conditions', 'map(type) type'],
  ['Secret', 'data', 'map'],
  ['Event', 'involvedObject', 'struct atomic'],
  ['EventsV1Event', 'regarding', 'struct atomic'],
  ['CustomResourceDefinition', 'spec.versions', 'atomic replace'],
  ['CustomResourceDefinition', 'status.conditions', 'map(type) replace'],
  [
    'CustomResourceDefinition',
    'spec.versions.[].schema.openAPIV3Schema.x-kubernetes-validations',
    'map(rule) rule',
  ],
];

describe('schemas of the built-in kinds', () => {
  for (const [kind, path, merge] of merges) {
    it(`${kind} ${path} is ${merge}`, () => {
      assert.equal(mergeOf(at(schemaOfKind(kind), path)), merge);
    });
  }

  it('a port without a protocol is a TCP port', () => {
    const protocol = at(schemaOfKind('Service'), 'spec.ports.[].protocol');
    assert.ok(protocol.kind === 'scalar');
    assert.equal(protocol.default, 'TCP');
  });

  it('a JSON schema holds JSON schemas', () => {
    assert.equal(at(jsonSchemaProps, 'properties.*'), jsonSchemaProps);
  });

  for (const [kind, schema] of Object.entries(kindSchemas)) {
    it(`${kind}: map keys, merge keys and required fields are fields, and every struct has a name`, () => {
      checkNames(schema, kind, new Set());
    });
  }
});

function checkNames(schema: FieldSchema, path: string, seen: Set<FieldSchema>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  switch (schema.kind) {
    case 'struct':
      assert.ok(schema.definition, `${path} has a definition`);
      for (const name of schema.required ?? []) {
        assert.ok(schema.fields[name], `${path}.${name} is required and there`);
      }
      for (const [name, field] of Object.entries(schema.fields)) {
        checkNames(field, `${path}.${name}`, seen);
      }
      break;
    case 'list': {
      const { items, mapKeys = [], patchMergeKey } = schema;
      for (const key of [...mapKeys, ...(patchMergeKey === undefined ? [] : [patchMergeKey])]) {
        assert.ok(items.kind === 'struct' && items.fields[key], `${path} has key ${key}`);
      }
      checkNames(items, `${path}[]`, seen);
      break;
    }
    case 'map':
      checkNames(schema.values, `${path}.*`, seen);
      break;
    case 'scalar':
    case 'open':
      break;
  }
}
