import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { KubeObject } from '../../../../infra/sandbox/kubernetes/resource.ts';
import { createStore, type Store } from '../../../../infra/sandbox/kubernetes/storage/store.ts';

const BUCKET = '/services';

function anObject(name: string, namespace = 'default'): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name,
      namespace,
      uid: `${namespace}-${name}`,
      resourceVersion: '',
      creationTimestamp: '2026-03-01T10:00:00Z',
    },
  };
}

const namesIn = (store: Store, range = {}) =>
  store.list(BUCKET, range).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);

test('every write takes the next revision and shows it in the object', () => {
  const store = createStore(10);
  const one = store.write(BUCKET, anObject('a'));
  const two = store.write(BUCKET, anObject('b'));
  const gone = store.remove(BUCKET, one);
  const revisions = [one, two, gone].map(({ metadata }) => Number(metadata.resourceVersion));
  assert.deepEqual(revisions, [2, 3, 4]);
  assert.equal(store.revision(), 4);
  assert.equal(store.get(BUCKET, 'default', 'a'), undefined);
});

test('lists are in key order, by namespace, after a key', () => {
  const store = createStore(10);
  for (const name of ['c', 'a', 'b']) store.write(BUCKET, anObject(name));
  store.write(BUCKET, anObject('a', 'default-2'));
  store.write(BUCKET, anObject('z', 'apps'));
  assert.deepEqual(namesIn(store), [
    'apps/z',
    'default-2/a',
    'default/a',
    'default/b',
    'default/c',
  ]);
  assert.deepEqual(namesIn(store, { namespace: 'default' }), [
    'default/a',
    'default/b',
    'default/c',
  ]);
  assert.deepEqual(namesIn(store, { namespace: 'default', after: 'default/a' }), [
    'default/b',
    'default/c',
  ]);
});

test('history is bounded, and what is forgotten is told', () => {
  const store = createStore(3);
  for (let index = 0; index < 6; index += 1) store.write(BUCKET, anObject(`s${index}`));
  assert.equal(store.compactedRevision(), 4);
  assert.deepEqual(
    store.eventsAfter(4).map(({ revision }) => revision),
    [5, 6, 7],
  );
  assert.deepEqual(store.eventsAfter(7), []);
});

test('a list as of a past revision is the list that was then', () => {
  const step = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), removes: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const store = createStore(100);
      const seen = new Map<number, readonly string[]>();
      for (const { name, removes } of steps) {
        const live = store.get(BUCKET, 'default', name);
        if (!removes) store.write(BUCKET, anObject(name));
        else if (live !== undefined) store.remove(BUCKET, live);
        seen.set(store.revision(), namesIn(store));
      }
      for (const [atRevision, names] of seen) {
        assert.deepEqual(namesIn(store, { atRevision }), names);
      }
    }),
  );
});

test('subscribers hear of writes and removals until they leave', () => {
  const store = createStore(10);
  const heard: string[] = [];
  const leave = store.subscribe(({ key, removed, previous }) => {
    heard.push(`${key} ${removed} ${previous === undefined}`);
  });
  const live = store.write(BUCKET, anObject('a'));
  store.remove(BUCKET, live);
  leave();
  store.write(BUCKET, anObject('b'));
  assert.deepEqual(heard, ['default/a false true', 'default/a true false']);
});
