import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubeObject } from '../../../../infra/sandbox/kubernetes/resource.ts';
import { fieldSchemaFromJsonSchema } from '../../../../infra/sandbox/kubernetes/schema/from-json-schema.ts';
import { serviceSchema } from '../../../../infra/sandbox/kubernetes/schema/kinds/service.ts';
import {
  trackUpdate,
  type UpdateInput,
} from '../../../../infra/sandbox/kubernetes/schema/managed-fields.ts';

const service = (fields: JsonObject, meta: JsonObject = {}): KubeObject =>
  // A whole object as a client sends it.
  ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace: 'default', ...meta },
    ...fields,
  }) as unknown as KubeObject;

function track(change: Partial<UpdateInput> & { readonly next: KubeObject }): KubeObject {
  return trackUpdate({
    live: undefined,
    schema: serviceSchema,
    manager: 'editor',
    subresource: '',
    apiVersion: 'v1',
    now: Date.UTC(2026, 0, 1),
    ...change,
  });
}

const owned = (object: KubeObject, manager: string): unknown =>
  object.metadata.managedFields?.find((entry) => entry['manager'] === manager)?.['fieldsV1'];

describe('trackUpdate', () => {
  it('gives a creator every field that it set, the lists and maps with it', () => {
    const next = service(
      { spec: { ports: [{ port: 80, protocol: 'TCP' }], type: 'NodePort' } },
      { labels: { a: '1' } },
    );
    assert.deepEqual(track({ next }).metadata.managedFields, [
      {
        manager: 'editor',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2026-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
          'f:spec': {
            'f:ports': {
              '.': {},
              'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:protocol': {} },
            },
            'f:type': {},
          },
        },
      },
    ]);
  });

  it('counts the root fields of a custom resource as set, for they are not there by themselves', () => {
    const schema = fieldSchemaFromJsonSchema({
      type: 'object',
      properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
    });
    const next = service({ spec: { size: 1 } });
    assert.deepEqual(owned(track({ next, schema }), 'editor'), {
      'f:spec': { '.': {}, 'f:size': {} },
    });
  });

  it('moves a changed field to who changed it, and drops who owns nothing any more', () => {
    const live = track({ next: service({ spec: { type: 'NodePort' } }), manager: 'first' });
    const next = service({ spec: { type: 'ClusterIP' } });
    const moved = track({ live, next, manager: 'second' });
    assert.equal(owned(moved, 'first'), undefined);
    assert.deepEqual(owned(moved, 'second'), { 'f:spec': { 'f:type': {} } });
  });

  it('leaves owners and times alone where nothing changes', () => {
    const live = track({ next: service({ spec: { type: 'NodePort' } }), manager: 'first' });
    const next = { ...live, metadata: { ...live.metadata } };
    const again = track({ live, next, manager: 'second', now: Date.UTC(2030, 0, 1) });
    assert.deepEqual(again.metadata.managedFields, live.metadata.managedFields);
  });

  it('takes a removed field from its owner and gives it to nobody', () => {
    const live = track({ next: service({ spec: { type: 'NodePort', clusterIP: 'None' } }) });
    const next = track({ live, next: service({ spec: { type: 'NodePort' } }), manager: 'other' });
    assert.deepEqual(owned(next, 'editor'), { 'f:spec': { 'f:type': {} } });
    assert.equal(owned(next, 'other'), undefined);
  });

  for (const sent of [[], [{}]]) {
    it(`forgets all owners when the client sends ${JSON.stringify(sent)}, until the next apply`, () => {
      const live = track({ next: service({ spec: { type: 'NodePort' } }) });
      const next = service({ spec: { type: 'ClusterIP' } }, { managedFields: sent });
      assert.equal(track({ live, next }).metadata.managedFields, undefined);
    });
  }

  it('takes the owners that a client wrote, as kubectl does to migrate them', () => {
    const live = track({ next: service({ spec: { type: 'NodePort' } }), manager: 'old' });
    const entry = { ...live.metadata.managedFields?.[0], manager: 'new', operation: 'Apply' };
    const next = service({ spec: { type: 'NodePort' } }, { managedFields: [entry] });
    assert.deepEqual(track({ live, next }).metadata.managedFields, [entry]);
  });

  it('keeps the live owners where the client wrote what cannot be read', () => {
    const live = track({ next: service({ spec: { type: 'NodePort' } }) });
    const broken = [{ manager: 'x', operation: 'Steal', apiVersion: 'v1', fieldsType: 'FieldsV1' }];
    const next = service({ spec: { type: 'NodePort' } }, { managedFields: broken });
    const kept = track({ live, next });
    assert.deepEqual(kept.metadata.managedFields, live.metadata.managedFields);
  });

  it('keeps the status writer apart from the spec writer of the same name', () => {
    const live = track({ next: service({ spec: { type: 'NodePort' } }) });
    const next = service({ status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } });
    const both = track({ live, next: { ...live, ...next }, subresource: 'status' });
    const subresources = both.metadata.managedFields?.map((entry) => entry['subresource'] ?? '');
    assert.deepEqual(subresources, ['', 'status']);
  });

  it('folds the oldest updaters into one entry once there are more than ten', () => {
    let live = track({ next: service({ spec: { type: 'NodePort' } }), manager: 'm0', now: 0 });
    for (let index = 1; index <= 11; index += 1) {
      const labels = { ...live.metadata.labels, [`l${index}`]: '1' };
      const next = { ...live, metadata: { ...live.metadata, labels } };
      live = track({ live, next, manager: `m${index}`, now: index * 1000 });
    }
    const names = (live.metadata.managedFields ?? []).map((entry) => entry['manager']);
    assert.equal(names.length, 10);
    assert.ok(names.includes('ancient-changes'));
    assert.deepEqual(owned(live, 'ancient-changes'), {
      'f:metadata': { 'f:labels': { '.': {}, 'f:l1': {}, 'f:l2': {} } },
      'f:spec': { 'f:type': {} },
    });
  });
});
