import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../infra/sandbox/kubernetes/resource.ts';
import { checkFields } from '../../../../infra/sandbox/kubernetes/schema/field-validation.ts';
import { fieldSchemaFromJsonSchema } from '../../../../infra/sandbox/kubernetes/schema/from-json-schema.ts';
import { schemaOfKind } from './judged/kind-schemas.ts';
import { readCases } from './judged/read-cases.ts';

type Case = {
  readonly kind: string;
  readonly object: JsonObject;
  readonly error: string;
  readonly strict: boolean;
};

describe('decoding of built-in kinds against the Go implementation', () => {
  for (const { kind, object, error, strict } of readCases<Case>('decode')) {
    it(`${kind}: ${error}`, () => {
      const { problems, typeErrors } = checkFields(object, schemaOfKind(kind));
      if (strict) assert.deepEqual({ problems, typeErrors }, { problems: [error], typeErrors: [] });
      else assert.deepEqual(typeErrors, [error]);
    });
  }
});

describe('checkFields', () => {
  const service = schemaOfKind('Service');

  it('prunes unknown fields at any depth and keeps the rest', () => {
    const checked = checkFields(
      { kind: 'Service', spec: { ports: [{ port: 80, prt: 1 }], selectr: {}, type: 'ClusterIP' } },
      service,
    );
    assert.deepEqual(checked.object, {
      kind: 'Service',
      spec: { ports: [{ port: 80 }], type: 'ClusterIP' },
    });
    assert.deepEqual(checked.problems, [
      'unknown field "spec.ports[0].prt"',
      'unknown field "spec.selectr"',
    ]);
  });

  it('takes null for absence', () => {
    const { object, typeErrors } = checkFields({ spec: { ports: null, type: null } }, service);
    assert.deepEqual({ object, typeErrors }, { object: { spec: {} }, typeErrors: [] });
  });

  it('tells only the first wrong type, as the decoder stops there', () => {
    const { typeErrors } = checkFields({ spec: { type: 1, clusterIP: 2 } }, service);
    assert.equal(typeErrors.length, 1);
  });

  it('knows fields of custom resources by their schema, and leaves their types to validation', () => {
    const schema = fieldSchemaFromJsonSchema({
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            size: { type: 'integer', nullable: true },
            free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          },
        },
      },
    });
    const object = {
      metadata: { name: 'w', nme: 'x' },
      spec: { size: null, free: { a: { b: 1 } }, sise: 3 },
    };
    const checked = checkFields(object, schema);
    assert.deepEqual(checked.object, {
      metadata: { name: 'w' },
      spec: { size: null, free: { a: { b: 1 } } },
    });
    assert.deepEqual(checked.problems, [
      'unknown field "metadata.nme"',
      'unknown field "spec.sise"',
    ]);
    assert.deepEqual(checkFields({ spec: { size: 'x' } }, schema).typeErrors, []);
    assert.deepEqual(checkFields({ metadata: { labels: { a: 1 } } }, schema).typeErrors, [
      'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    ]);
  });
});
