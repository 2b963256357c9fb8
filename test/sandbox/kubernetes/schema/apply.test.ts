import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubeObject } from '../../../../infra/sandbox/kubernetes/resource.ts';
import {
  type ApplyInput,
  type ApplyResult,
  serverSideApply,
} from '../../../../infra/sandbox/kubernetes/schema/apply.ts';
import { applyConflictText } from '../../../../infra/sandbox/kubernetes/schema/apply-conflict.ts';
import { fieldSchemaFromJsonSchema } from '../../../../infra/sandbox/kubernetes/schema/from-json-schema.ts';
import { serviceSchema } from '../../../../infra/sandbox/kubernetes/schema/kinds/service.ts';
import { trackUpdate } from '../../../../infra/sandbox/kubernetes/schema/managed-fields.ts';

const metadata = { name: 'web', namespace: 'default' };
const service = (fields: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  ...fields,
});

function apply(change: Partial<ApplyInput> & { readonly patch: JsonObject }): ApplyResult {
  return serverSideApply({
    live: undefined,
    schema: serviceSchema,
    manager: 'tool',
    force: false,
    subresource: '',
    apiVersion: 'v1',
    now: Date.UTC(2026, 0, 1),
    ...change,
  });
}

function stored(result: ApplyResult): KubeObject {
  assert.ok('object' in result, JSON.stringify(result));
  // What an apply returns is a whole object.
  return result.object as KubeObject;
}

function managed(object: KubeObject): readonly JsonObject[] {
  return object.metadata.managedFields ?? [];
}

const clientSide = (spec: JsonObject): KubeObject =>
  trackUpdate({
    live: undefined,
    // A whole object as a client sends it.
    next: service({ spec }) as KubeObject,
    schema: serviceSchema,
    manager: 'kubectl-client-side-apply',
    subresource: '',
    apiVersion: 'v1',
    now: Date.UTC(2025, 0, 1),
  });

describe('serverSideApply', () => {
  it('records what the applier set, without what the server or nobody owns', () => {
    const patch = service({ spec: { ports: [{ port: 80 }], selector: { app: 'web' } } });
    const object = stored(apply({ patch }));
    assert.deepEqual(managed(object), [
      {
        manager: 'tool',
        operation: 'Apply',
        apiVersion: 'v1',
        time: '2026-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:spec': {
            'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } },
            'f:selector': {},
          },
        },
      },
    ]);
  });

  it('names the one field in conflict and its owner', () => {
    const live = clientSide({ type: 'ClusterIP' });
    const result = apply({ live, patch: service({ spec: { type: 'NodePort' } }) });
    assert.ok('conflicts' in result);
    assert.deepEqual(result.conflicts, [
      {
        reason: 'FieldManagerConflict',
        message: 'conflict with "kubectl-client-side-apply" using v1',
        field: '.spec.type',
        manager: '"kubectl-client-side-apply" using v1',
      },
    ]);
    assert.equal(
      applyConflictText(result.conflicts),
      'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: .spec.type',
    );
  });

  it('lists several conflicts by owner', () => {
    const first = stored(apply({ patch: service({ spec: { type: 'ClusterIP' } }), manager: 'a' }));
    const ports = [{ port: 80, name: 'http' }];
    const live = stored(apply({ live: first, patch: service({ spec: { ports } }), manager: 'b' }));
    const patch = service({ spec: { type: 'NodePort', ports: [{ port: 80, name: 'web' }] } });
    const result = apply({ live, patch, manager: 'c' });
    assert.ok('conflicts' in result);
    assert.equal(
      applyConflictText(result.conflicts),
      [
        'Apply failed with 2 conflicts: conflicts with "a":',
        '- .spec.type',
        'conflicts with "b":',
        '- .spec.ports[port=80,protocol="TCP"].name',
      ].join('\n'),
    );
  });

  it('shares a field on which managers agree, and gives it up with the last of them', () => {
    const patch = service({ spec: { type: 'NodePort' } });
    const one = stored(apply({ patch, manager: 'a' }));
    const two = stored(apply({ live: one, patch, manager: 'b' }));
    assert.equal(managed(two).length, 2);
    const kept = stored(apply({ live: two, patch: service({}), manager: 'a' }));
    assert.deepEqual(kept['spec'], { type: 'NodePort' });
    const gone = stored(apply({ live: kept, patch: service({}), manager: 'b' }));
    assert.deepEqual(gone['spec'], {});
    assert.deepEqual(managed(gone), []);
  });

  it('ignores status on the main endpoint and spec on the status endpoint', () => {
    const status = { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } };
    const live = stored(apply({ patch: service({ spec: { type: 'NodePort' }, status }) }));
    assert.deepEqual(managed(live)[0]?.['fieldsV1'], { 'f:spec': { 'f:type': {} } });
    const patch = service({ spec: { type: 'ClusterIP' }, status });
    const next = stored(apply({ live, patch, subresource: 'status', manager: 'lb' }));
    const entry = managed(next).find(({ manager }) => manager === 'lb');
    assert.equal(entry?.['subresource'], 'status');
    assert.deepEqual(entry?.['fieldsV1'], {
      'f:status': { 'f:loadBalancer': { 'f:ingress': {} } },
    });
  });

  it('owns status on the main endpoint of a kind without a status sub-resource', () => {
    const schema = fieldSchemaFromJsonSchema({
      type: 'object',
      properties: { status: { type: 'object', properties: { phase: { type: 'string' } } } },
    });
    const patch = { apiVersion: 'x.io/v1', kind: 'W', metadata, status: { phase: 'Up' } };
    const object = stored(apply({ patch, schema, apiVersion: 'x.io/v1', hasStatus: false }));
    assert.deepEqual(managed(object)[0]?.['fieldsV1'], { 'f:status': { 'f:phase': {} } });
  });

  it('keeps the fields that were set before the first apply under a name of their own', () => {
    // An object that was stored before anyone tracked its fields.
    const live = service({ spec: { type: 'NodePort' } }) as KubeObject;
    const untracked = { ...live, metadata: { ...live.metadata, uid: 'u', resourceVersion: '1' } };
    const patch = service({ metadata: { ...metadata, labels: { a: '1' } } });
    const next = stored(apply({ live: untracked, patch }));
    const entry = managed(next).find(({ manager }) => manager === 'before-first-apply');
    assert.equal(entry?.['operation'], 'Update');
    assert.deepEqual(entry?.['fieldsV1'], { 'f:spec': { 'f:type': {} } });
  });

  it('lets kubectl take over, without force, what its client-side apply set', () => {
    const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
    const applied = service({ spec: { type: 'NodePort' } });
    const annotations = { [annotation]: JSON.stringify(applied) };
    const next = service({ metadata: { ...metadata, annotations }, spec: { type: 'NodePort' } });
    const live = trackUpdate({
      live: undefined,
      // A whole object as kubectl sends it.
      next: next as KubeObject,
      schema: serviceSchema,
      manager: 'kubectl-client-side-apply',
      subresource: '',
      apiVersion: 'v1',
      now: 0,
    });
    const patch = service({ spec: { type: 'ClusterIP' } });
    assert.ok('conflicts' in apply({ live, patch, manager: 'other' }));
    const taken = stored(apply({ live, patch, manager: 'kubectl' }));
    assert.deepEqual(taken['spec'], { type: 'ClusterIP' });
    assert.equal(
      taken.metadata.annotations?.[annotation],
      '{"apiVersion":"v1","kind":"Service","metadata":{"name":"web","namespace":"default"},"spec":{"type":"ClusterIP"}}\n',
    );
  });

  const refusals = [
    {
      name: 'managedFields in the patch',
      fields: { metadata: { ...metadata, managedFields: [] } },
      code: 400,
      message: 'metadata.managedFields must be nil',
    },
    {
      name: 'a field that the schema does not have',
      fields: { spec: { foo: 1 } },
      code: 500,
      message:
        'failed to create typed patch object (default/web; /v1, Kind=Service): .spec.foo: field not declared in schema',
    },
    {
      name: 'two items with the same key',
      fields: { spec: { ports: [{ port: 80 }, { port: 80, protocol: 'TCP' }] } },
      code: 500,
      message:
        'failed to create typed patch object (default/web; /v1, Kind=Service): .spec.ports: duplicate entries for key [port=80,protocol="TCP"]',
    },
  ];
  for (const { name, fields, code, message } of refusals) {
    it(`refuses ${name}`, () => {
      assert.throws(() => apply({ patch: service(fields) }), { code, message });
    });
  }
});
