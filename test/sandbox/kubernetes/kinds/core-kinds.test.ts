import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  fromCoreEvent,
  toCoreEvent,
} from '../../../../infra/sandbox/kubernetes/kinds/core/events-v1.ts';
import {
  createWith,
  newCluster,
  objectOf,
  replaceStatusWith,
  replaceWith,
  submitted,
} from './strategy-driver.ts';

function setUp(plural: string, group: string, body: object) {
  const cluster = newCluster();
  const resource = cluster.resource(plural, group);
  const old = objectOf(createWith(cluster, resource, body));
  const replace = (change: object) =>
    replaceWith(cluster, resource, { body: { ...old, ...change }, old });
  const replaceStatus = (change: object) =>
    replaceStatusWith(cluster, resource, { body: { ...old, ...change }, old });
  return { old, replace, replaceStatus };
}

const metadata = { name: 'web' };

describe('A Secret', () => {
  test('is Opaque unless it says otherwise, and takes plain text as data', () => {
    const { old } = setUp('secrets', '', {
      metadata,
      data: { kept: 'a2VwdA==', other: 'eA==' },
      stringData: { other: 'é' },
    });
    assert.equal(old['type'], 'Opaque');
    assert.deepEqual(old['data'], { kept: 'a2VwdA==', other: 'w6k=' });
    assert.equal(old['stringData'], undefined);
  });

  test('keeps its type', () => {
    const { replace } = setUp('secrets', '', { metadata });
    const text = 'type: Invalid value: "other": field is immutable';
    assert.deepEqual(replace({ type: 'other' }).faults, [text]);
  });

  test('keeps its data once it is immutable, but not its labels', () => {
    const { replace } = setUp('secrets', '', {
      metadata,
      immutable: true,
      data: { kept: 'a2VwdA==' },
    });
    const text = 'Forbidden: field is immutable when `immutable` is set';
    assert.deepEqual(replace({ immutable: false }).faults, [`immutable: ${text}`]);
    assert.deepEqual(replace({ data: {} }).faults, [`data: ${text}`]);
    assert.deepEqual(replace({ metadata: { ...metadata, labels: { a: 'b' } } }).faults, []);
  });

  for (const [type, faults] of [
    ['kubernetes.io/tls', ['data[tls.crt]: Required value', 'data[tls.key]: Required value']],
    ['kubernetes.io/dockerconfigjson', ['data[.dockerconfigjson]: Required value']],
    [
      'kubernetes.io/basic-auth',
      ['data[username]: Required value', 'data[password]: Required value'],
    ],
    [
      'kubernetes.io/service-account-token',
      ['metadata.annotations[kubernetes.io/service-account.name]: Required value'],
    ],
  ] as const) {
    test(`of type ${type} has what the type needs`, () => {
      const cluster = newCluster();
      const outcome = createWith(cluster, cluster.resource('secrets'), { metadata, type });
      assert.deepEqual(outcome.faults, faults);
    });
  }

  for (const [text, fault] of [
    ['x', "invalid character 'x' looking for beginning of value"],
    ['', 'unexpected end of JSON input'],
    ['[]', 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
  ] as const) {
    test(`for registries is refused with ${JSON.stringify(text)} as configuration`, () => {
      const cluster = newCluster();
      const { faults } = createWith(cluster, cluster.resource('secrets'), {
        metadata,
        type: 'kubernetes.io/dockercfg',
        stringData: { '.dockercfg': text },
      });
      const value = '"<secret contents redacted>"';
      assert.deepEqual(faults, [`data[.dockercfg]: Invalid value: ${value}: ${fault}`]);
    });
  }
});

describe('An EndpointSlice', () => {
  const body = {
    metadata,
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.1.1.1'], deprecatedTopology: { a: 'b' } }],
    ports: [{ port: 80 }],
  };

  test('names its ports and their protocol, and drops the deprecated topology', () => {
    const { old } = setUp('endpointslices', 'discovery.k8s.io', body);
    assert.deepEqual(old['ports'], [{ port: 80, name: '', protocol: 'TCP' }]);
    assert.deepEqual(old['endpoints'], [{ addresses: ['10.1.1.1'], conditions: {} }]);
  });

  test('keeps its address type', () => {
    const { replace } = setUp('endpointslices', 'discovery.k8s.io', body);
    const { faults } = replace({ addressType: 'FQDN', endpoints: [] });
    assert.deepEqual(faults, ['addressType: Invalid value: "FQDN": field is immutable']);
  });

  test('counts changes of its content and labels, not of annotations', () => {
    const { old, replace } = setUp('endpointslices', 'discovery.k8s.io', body);
    const generation = (change: object) => objectOf(replace(change)).metadata.generation;
    assert.equal(old.metadata.generation, 1);
    assert.equal(generation({ endpoints: [{ addresses: ['10.1.1.2'] }] }), 2);
    assert.equal(generation({ metadata: { ...old.metadata, labels: { a: 'b' } } }), 2);
    assert.equal(generation({ metadata: { ...old.metadata, annotations: { a: 'b' } } }), 1);
  });
});

describe('A Node', () => {
  const spec = { providerID: 'aws:///a/i-1', podCIDRs: ['10.0.0.0/24'], podCIDR: '10.0.0.0/24' };

  test('keeps its provider and its pods’ addresses', () => {
    const { replace } = setUp('nodes', '', { metadata, spec });
    const text = 'Forbidden: node updates may not change';
    assert.deepEqual(replace({ spec: { ...spec, providerID: 'other' } }).faults, [
      `spec.providerID: ${text} providerID except from "" to valid`,
    ]);
    assert.deepEqual(replace({ spec: { ...spec, podCIDRs: [] } }).faults, [
      `spec.podCIDRs: ${text} podCIDR except from "" to valid`,
    ]);
  });

  test('takes its status and labels through /status, not its spec', () => {
    const { replaceStatus } = setUp('nodes', '', { metadata, spec });
    const conditions = [{ type: 'Ready', status: 'True' }];
    const node = objectOf(
      replaceStatus({
        spec: { unschedulable: true },
        metadata: { ...metadata, labels: { a: 'b' } },
        status: { conditions },
      }),
    );
    const taints = [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }];
    assert.deepEqual(node['spec'], { ...spec, taints });
    assert.deepEqual(node.metadata.labels, { a: 'b' });
    const unknown = { lastHeartbeatTime: null, lastTransitionTime: null };
    assert.deepEqual(Object(node['status']).conditions, [{ ...conditions[0], ...unknown }]);
  });

  test('has each address once', () => {
    const { replaceStatus } = setUp('nodes', '', { metadata, spec });
    const addresses = Array.from({ length: 2 }, () => ({
      type: 'InternalIP',
      address: '192.0.2.1',
    }));
    assert.deepEqual(replaceStatus({ status: { addresses } }).faults, [
      'status.addresses[1]: Duplicate value: {"Type":"InternalIP","Address":"192.0.2.1"}',
    ]);
  });
});

describe('A Namespace', () => {
  test('is active, held by its finalizer, and labelled with its name', () => {
    const { old } = setUp('namespaces', '', { metadata, status: { phase: 'Terminating' } });
    assert.deepEqual(old['status'], { phase: 'Active' });
    assert.deepEqual(old['spec'], { finalizers: ['kubernetes'] });
    assert.deepEqual(old.metadata.labels, { 'kubernetes.io/metadata.name': 'web' });
  });

  test('keeps its finalizers and phase on an update', () => {
    const { replace } = setUp('namespaces', '', { metadata });
    const next = objectOf(replace({ spec: {}, status: { phase: 'Terminating' } }));
    assert.deepEqual(next['spec'], { finalizers: ['kubernetes'] });
    assert.deepEqual(next['status'], { phase: 'Active' });
  });

  test('does not end before it is deleted', () => {
    const { replaceStatus } = setUp('namespaces', '', { metadata });
    assert.deepEqual(replaceStatus({ status: { phase: 'Terminating' } }).faults, [
      'status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty',
    ]);
  });
});

describe('Endpoints', () => {
  test('name the protocol of their ports', () => {
    const subsets = [{ addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 80 }] }];
    const { old } = setUp('endpoints', '', { metadata, subsets });
    const ports = [{ port: 80, protocol: 'TCP' }];
    assert.deepEqual(old['subsets'], [{ addresses: [{ ip: '10.1.1.1' }], ports }]);
  });
});

describe('An Event', () => {
  const regarding = { kind: 'Service', namespace: 'shop', name: 'web' };
  const body = {
    metadata,
    regarding,
    eventTime: '2026-01-01T00:00:00.250000Z',
    type: 'Normal',
    reason: 'Done',
    action: 'Sync',
    note: 'All is well',
    reportingController: 'seamark',
    reportingInstance: 'seamark-1',
  };

  test('has the names of both versions', () => {
    const { old } = setUp('events', 'events.k8s.io', body);
    const core = toCoreEvent(old);
    assert.equal(core.apiVersion, 'v1');
    assert.deepEqual(core['involvedObject'], regarding);
    assert.equal(core['message'], 'All is well');
    assert.equal(core['reportingComponent'], 'seamark');
  });

  for (const [change, fault] of [
    [{ note: 'other' }, 'message: Invalid value: "other": field is immutable'],
    [
      { regarding: { ...regarding, name: 'api' } },
      'involvedObject: Invalid value: {"Kind":"Service","Namespace":"shop","Name":"api","UID":"","APIVersion":"","ResourceVersion":"","FieldPath":""}: field is immutable',
    ],
    [
      { eventTime: '2026-01-01T00:00:01.500000Z' },
      'eventTime: Invalid value: "2026-01-01T00:00:01.500000Z": field is immutable',
    ],
    [{ series: { count: 1 } }, 'series.count: Invalid value: "": should be at least 2'],
  ] as const) {
    test(`of events.k8s.io refuses ${Object.keys(change)}`, () => {
      const { replace } = setUp('events', 'events.k8s.io', body);
      assert.ok(replace(change).faults.includes(fault));
    });
  }

  test('comes back as it was from the other version', () => {
    const text = fc.string({ minLength: 1 });
    const fields = fc.record({ note: text, reason: text, reportingController: text, type: text });
    fc.assert(
      fc.property(fields, (event) => {
        const resource = newCluster().resource('events', 'events.k8s.io');
        const object = submitted(resource, { metadata, ...event });
        assert.deepEqual(fromCoreEvent(toCoreEvent(object)), object);
      }),
    );
  });
});
