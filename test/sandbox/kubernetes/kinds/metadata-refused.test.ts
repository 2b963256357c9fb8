import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LABEL_1035, LABEL_VALUE, QUALIFIED } from './api-words.ts';
import { createOn, newCluster, type Refusable } from './strategy-driver.ts';

const OPEN = { ports: [{ port: 80 }] } as const;

const REFUSED: readonly Refusable[] = [
  {
    title: 'a name that starts with a digit',
    spec: OPEN,
    meta: { name: '1web' },
    faults: [`metadata.name: Invalid value: "1web": ${LABEL_1035}`],
  },
  {
    title: 'a name with a capital',
    spec: OPEN,
    meta: { name: 'Web' },
    faults: [`metadata.name: Invalid value: "Web": ${LABEL_1035}`],
  },
  {
    title: 'a name of 64 characters',
    spec: OPEN,
    meta: { name: 'a'.repeat(64) },
    faults: [
      'metadata.name: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 63 characters',
    ],
  },
  {
    title: 'a name with a dot',
    spec: OPEN,
    meta: { name: 'a.b' },
    faults: [`metadata.name: Invalid value: "a.b": ${LABEL_1035}`],
  },
  {
    title: 'malformed labels',
    spec: OPEN,
    meta: { name: 'web', labels: { 'a b': 'c d', '-x': 'y'.repeat(64) } },
    faults: [
      `metadata.labels: Invalid value: "a b": name part ${QUALIFIED}`,
      `metadata.labels: Invalid value: "c d": ${LABEL_VALUE}`,
      `metadata.labels: Invalid value: "-x": name part ${QUALIFIED}`,
      'metadata.labels: Invalid value: "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy": must be no more than 63 characters',
    ],
  },
  {
    title: 'a malformed annotation',
    spec: OPEN,
    meta: { name: 'web', annotations: { 'a b': 'c' } },
    faults: [`metadata.annotations: Invalid value: "a b": name part ${QUALIFIED}`],
  },
  {
    title: 'annotations of more than 256 KiB',
    spec: OPEN,
    meta: { name: 'web', annotations: { a: 'c'.repeat(262144) } },
    faults: ['metadata.annotations: Too long: may not be more than 262144 bytes'],
  },
  {
    title: 'a malformed finalizer',
    spec: OPEN,
    meta: { name: 'web', finalizers: ['a b'] },
    faults: [
      `metadata.finalizers: Invalid value: "a b": name part ${QUALIFIED}`,
      'metadata.finalizers[0]: Invalid value: "a b": name is neither a standard finalizer name nor is it fully qualified',
    ],
  },
  {
    title: 'both finalizers of garbage collection',
    spec: OPEN,
    meta: { name: 'web', finalizers: ['orphan', 'foregroundDeletion'] },
    faults: [
      'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
    ],
  },
  {
    title: 'an owner without identity',
    spec: OPEN,
    meta: { name: 'web', ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }] },
    faults: [
      'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
      'metadata.ownerReferences.kind: Invalid value: "": must not be empty',
      'metadata.ownerReferences.name: Invalid value: "": must not be empty',
      'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
    ],
  },
  {
    title: 'an empty owner',
    spec: OPEN,
    meta: { name: 'web', ownerReferences: [{}] },
    faults: [
      'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
      'metadata.ownerReferences.kind: Invalid value: "": must not be empty',
      'metadata.ownerReferences.name: Invalid value: "": must not be empty',
      'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
    ],
  },
  {
    title: 'two controlling owners',
    spec: OPEN,
    meta: {
      name: 'web',
      ownerReferences: [
        { apiVersion: 'v1', kind: 'A', name: 'a', uid: 'u1', controller: true },
        { apiVersion: 'v1', kind: 'B', name: 'b', uid: 'u2', controller: true },
      ],
    },
    faults: [
      'metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"A","name":"a","uid":"u1","controller":true},{"apiVersion":"v1","kind":"B","name":"b","uid":"u2","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for A/a and B/b',
    ],
  },
  {
    title: 'an Event as owner',
    spec: OPEN,
    meta: {
      name: 'web',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'a', uid: 'u1' }],
    },
    faults: [
      'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"a","uid":"u1"}: /v1, Kind=Event is disallowed from being an owner',
    ],
  },
];

describe('A new object is refused for its metadata', () => {
  for (const { title, spec, meta, faults } of REFUSED) {
    test(title, () => {
      const outcome = createOn(newCluster(), 'services', {
        metadata: { name: 'web', ...meta },
        spec,
      });
      assert.deepEqual(outcome.faults.toSorted(), faults.toSorted());
    });
  }
});
