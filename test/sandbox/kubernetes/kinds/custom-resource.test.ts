import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { widgetsOf } from './custom-widgets.ts';
import {
  createWith,
  newCluster,
  objectOf,
  replaceStatusWith,
  replaceWith,
} from './strategy-driver.ts';

const TEXT = { type: 'string' } as const;
const WIDGETS = widgetsOf({
  subresources: { status: {} },
  schema: {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer', maximum: 3, default: 2 },
          colour: { ...TEXT, enum: ['red', 'blue'] },
        },
      },
      status: {
        type: 'object',
        required: ['phase'],
        properties: {
          phase: { ...TEXT, enum: ['On', 'Off'] },
          conditions: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['type'],
            items: { type: 'object', required: ['type'], properties: { type: TEXT } },
          },
        },
      },
    },
  },
});

const cluster = newCluster();
const metadata = { name: 'web' };

function stored(spec: object, status?: object) {
  const old = objectOf(createWith(cluster, WIDGETS, { metadata, spec }));
  return status === undefined ? old : { ...old, status };
}

describe('A custom resource', () => {
  test('gets the defaults of its schema, a generation, and no status', () => {
    const body = { metadata, spec: { colour: 'red' }, status: { phase: 'On' } };
    const object = objectOf(createWith(cluster, WIDGETS, body));
    assert.deepEqual(object['spec'], { colour: 'red', size: 2 });
    assert.equal(object['status'], undefined);
    assert.equal(object.metadata.generation, 1);
  });

  test('is refused under a foreign kind or version', () => {
    const faults = WIDGETS.strategy.validateCreate({ ...stored({}), kind: 'Gadget' });
    assert.deepEqual(
      faults.map(({ field, message }) => `${field}: ${message}`),
      ['kind: Invalid value: "Gadget": must be Widget'],
    );
  });

  test('counts changes of its spec only', () => {
    const old = stored({ size: 1 }, { phase: 'On' });
    const generation = (change: object) =>
      objectOf(replaceWith(cluster, WIDGETS, { body: { ...old, ...change }, old })).metadata
        .generation;
    assert.equal(generation({ spec: { size: 3 } }), 2);
    assert.equal(generation({ metadata: { ...old.metadata, labels: { a: 'b' } } }), 1);
    assert.equal(generation({ status: { phase: 'Off' } }), 1);
  });

  test('may keep a value that its schema has come to forbid, but not change it to another', () => {
    const old = { ...stored({}), spec: { size: 9, colour: 'red' } };
    const faultsOf = (spec: object) =>
      replaceWith(cluster, WIDGETS, { body: { ...old, spec }, old }).faults;
    assert.deepEqual(faultsOf({ size: 9, colour: 'blue' }), []);
    assert.deepEqual(faultsOf({ size: 8, colour: 'red' }), [
      'spec.size: Invalid value: 8: spec.size in body should be less than or equal to 3',
    ]);
  });
});

describe('The status of a custom resource', () => {
  const write = (status: unknown, rest: object = {}) => {
    const old = stored({ size: 1 });
    const body = { ...old, ...rest, status };
    return { old, outcome: replaceStatusWith(cluster, WIDGETS, { body, old }) };
  };

  test('is all that /status changes', () => {
    const { old, outcome } = write(
      { phase: 'On' },
      { spec: { size: 3 }, metadata: { ...metadata, labels: { a: 'b' } } },
    );
    const object = objectOf(outcome);
    assert.deepEqual(object['status'], { phase: 'On' });
    assert.deepEqual(object['spec'], old['spec']);
    assert.equal(object.metadata.labels, undefined);
    assert.equal(object.metadata.generation, 1);
  });

  for (const { title, status, faults } of [
    {
      title: 'an unknown phase',
      status: { phase: 'Maybe' },
      faults: ['status.phase: Unsupported value: "Maybe": supported values: "On", "Off"'],
    },
    { title: 'no phase', status: {}, faults: ['status.phase: Required value'] },
    {
      title: 'one condition twice',
      status: { phase: 'On', conditions: [{ type: 'Ready' }, { type: 'Ready' }] },
      faults: ['status.conditions[1]: Duplicate value: {"type":"Ready"}'],
    },
    {
      title: 'a text',
      status: 'On',
      faults: ['status: Invalid value: "string":  in body must be of type object: "string"'],
    },
  ]) {
    test(`is refused for ${title}`, () => assert.deepEqual(write(status).outcome.faults, faults));
  }
});

describe('The resource of a definition', () => {
  test('tells what the definition says and what follows from it', () => {
    const { group, version, kind, listKind, plural, singular, namespaced } = WIDGETS;
    assert.deepEqual(
      { group, version, kind, listKind, plural, singular, namespaced },
      {
        group: 'example.com',
        version: 'v1',
        kind: 'Widget',
        listKind: 'WidgetList',
        plural: 'widgets',
        singular: 'widget',
        namespaced: true,
      },
    );
    assert.equal(WIDGETS.hasStatus, true);
    assert.equal(WIDGETS.strategicMerge, false);
    assert.equal(widgetsOf({ schema: { type: 'object' } }).hasStatus, false);
  });
});
