import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clusterStatusPatch,
  translateCluster,
} from '../../../../lib/adapters/kubernetes/translate-cluster.ts';
import { translateService } from '../../../../lib/adapters/kubernetes/translate-service.ts';
import type { Cluster } from '../../../../lib/core/model/cluster.ts';
import { storedService } from './fixtures.ts';

test('a bare Service', () => {
  assert.deepEqual(translateService(storedService(), 'read it'), {
    key: { namespace: 'web', name: 'shop' },
    uid: 'uid-1',
    resourceVersion: '7',
    labels: {},
    annotations: {},
    finalizers: [],
    spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
    ingress: [],
    conditions: [],
  });
});

test('a Service with everything', () => {
  const others = { type: 'Other', status: 'True', observedGeneration: 3, lastTransitionTime: 't' };
  const service = translateService(
    storedService(
      {
        labels: { a: 'b' },
        annotations: null,
        finalizers: ['x'],
        deletionTimestamp: '2026-12-01T00:00:00Z',
      },
      {
        loadBalancer: {
          ingress: [
            { ip: '192.0.2.1', ipMode: 'VIP' },
            { hostname: 'lb', ip: '' },
          ],
        },
        conditions: [others],
      },
    ),
    'read it',
  );
  assert.equal(service.deletionTimestamp, '2026-12-01T00:00:00Z');
  assert.deepEqual(service.annotations, {});
  assert.deepEqual(service.ingress, [{ ip: '192.0.2.1', ipMode: 'VIP' }, { hostname: 'lb' }]);
  // What others keep in a condition survives, as the list is written back whole.
  assert.deepEqual(service.conditions, [{ ...others, reason: '', message: '' }]);
});

test('labels that are called like what every object has', () => {
  const labels = { constructor: 'x', prototype: 'y', tostring: 'z' };
  assert.deepEqual(translateService(storedService({ labels }), 'read it').labels, labels);
});

test('labels that are no texts', () => {
  assert.throws(() => translateService(storedService({ labels: { a: 1 } }), 'read it'), {
    kind: 'defect',
    message: 'Cannot read it: expected texts by name at metadata.labels',
  });
});

const entry = (change: object) => ({
  manager: 'seamark',
  operation: 'Apply',
  fieldsV1: { 'f:spec': {} },
  ...change,
});

const owners: readonly (readonly [string, readonly object[], object | undefined])[] = [
  ['our apply', [entry({ manager: 'kubectl' }), entry({})], { 'f:spec': {} }],
  ['our apply of a sub-resource', [entry({ subresource: 'status' })], undefined],
  ['our update', [entry({ operation: 'Update' })], undefined],
  ['an apply by another', [entry({ manager: 'seamark2' })], undefined],
  ['nobody', [], undefined],
];

for (const [title, managedFields, expected] of owners) {
  test(`applied fields: ${title}`, () => {
    assert.deepEqual(
      translateService(storedService({ managedFields }), 'read it').appliedFields,
      expected,
    );
  });
}

const spec = (fields: object) => ({ fieldsV1: { 'f:spec': fields } });
const port = (...fields: readonly string[]) => ({
  'k:{"port":80,"protocol":"TCP"}': Object.fromEntries(fields.map((field) => [`f:${field}`, {}])),
});

const claims: readonly (readonly [string, readonly object[], object | undefined])[] = [
  [
    'all managers together',
    [
      entry(spec({ 'f:type': {}, 'f:ports': port('port') })),
      entry({ manager: 'kubectl', operation: 'Update', ...spec({ 'f:ports': port('nodePort') }) }),
    ],
    { 'f:type': {}, 'f:ports': port('port', 'nodePort') },
  ],
  ['not those of a sub-resource', [entry({ subresource: 'status', ...spec({}) })], undefined],
  ['metadata alone', [entry({ fieldsV1: { 'f:metadata': {} } })], undefined],
  ['nobody', [], undefined],
];

for (const [title, managedFields, expected] of claims) {
  test(`claimed fields: ${title}`, () => {
    assert.deepEqual(
      translateService(storedService({ managedFields }), 'read it').claimedSpec,
      expected,
    );
  });
}

test('a Cluster with everything', () => {
  const condition = { type: 'Ready', status: 'True', reason: 'R', message: 'M' } as const;
  const cluster = translateCluster(
    {
      metadata: {
        name: 'tokyo',
        uid: 'u',
        resourceVersion: '1',
        finalizers: ['f'],
        deletionTimestamp: 'now',
      },
      spec: {
        serverAddressByClientCIDRs: [
          { serverAddress: 'a' },
          { clientCIDR: '::/0', serverAddress: 'b' },
        ],
        secretRef: { name: 'tokyo' },
      },
      status: {
        conditions: [{ ...condition }, { type: 'Strange', status: 'True' }],
        zones: ['c', 'a', 'c'],
        region: 'r',
        probes: { failures: 1, silences: 1, successes: 0 },
        dataPlane: ['fails'],
        plannedFor: { available: true, withdrawn: false, mark: 'm' },
      },
    },
    'read it',
  );
  assert.deepEqual(cluster, {
    name: 'tokyo',
    uid: 'u',
    resourceVersion: '1',
    labels: {},
    serverAddresses: [
      { clientCidr: '', serverAddress: 'a' },
      { clientCidr: '::/0', serverAddress: 'b' },
    ],
    credentials: { kind: 'secret', name: 'tokyo' },
    conditions: [
      {
        ...condition,
        lastProbeTime: '1970-01-01T00:00:00Z',
        lastTransitionTime: '1970-01-01T00:00:00Z',
      },
    ],
    zones: ['a', 'c'],
    region: 'r',
    finalizers: ['f'],
    probes: { failures: 1, silences: 1, successes: 0 },
    dataPlane: ['fails'],
    plannedFor: { available: true, withdrawn: false, mark: 'm' },
    deleting: true,
  });
});

const eks = { clusterName: 'member-a' };
const secretRef = { name: 's' };
const ways: readonly (readonly [string, object, Cluster['credentials']])[] = [
  ['nothing', { secretRef: null, eks: null }, { kind: 'none' }],
  [
    'a context of a Secret',
    { secretRef, kubeconfigContext: 'c' },
    { kind: 'secret', name: 's', context: 'c' },
  ],
  ['Secrets Manager', { kubeconfigSecret: 'k' }, { kind: 'stored-kubeconfig', name: 'k' }],
  ['EKS by name alone', { eks: { ...eks, region: null } }, { kind: 'eks', cluster: eks }],
  [
    'EKS with all there is',
    { eks: { ...eks, region: 'eu-west-1', roleArn: 'arn' } },
    { kind: 'eks', cluster: { ...eks, region: 'eu-west-1', roleArn: 'arn' } },
  ],
  [
    'two at once, stored before the schema refused it',
    { eks, secretRef },
    { kind: 'unclear', fields: ['secretRef', 'eks'] },
  ],
];

for (const [title, spec, credentials] of ways) {
  test(`the access of a Cluster: ${title}`, () => {
    const metadata = { name: 'tokyo', uid: 'u', resourceVersion: '1' };
    const cluster = translateCluster({ metadata, spec }, 'read it');
    assert.deepEqual(cluster.credentials, credentials);
    assert.deepEqual(cluster.serverAddresses, []);
  });
}

test('a Cluster without spec is a defect', () => {
  const metadata = { name: 'tokyo', uid: 'u', resourceVersion: '1' };
  assert.throws(() => translateCluster({ metadata }, 'list Clusters'), {
    kind: 'defect',
    message: /^Cannot list Clusters: expected .+ at spec$/,
  });
});

test('what there is none of is removed from the stored status', () => {
  assert.deepEqual(clusterStatusPatch({ conditions: [], zones: [], dataPlane: [] }), {
    status: {
      conditions: [],
      zones: null,
      region: null,
      probes: null,
      dataPlane: null,
      plannedFor: null,
    },
  });
});
