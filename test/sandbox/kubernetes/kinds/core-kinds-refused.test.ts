import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BAD_IP, LABEL, LABEL_VALUE, PORT_RANGE, QUALIFIED, SUBDOMAIN } from './api-words.ts';
import { createWith, newCluster } from './strategy-driver.ts';

type Refused = {
  readonly title: string;
  readonly plural: string;
  readonly group: string;
  readonly body: object;
  readonly faults: readonly string[];
};

const REFUSED: readonly Refused[] = [
  {
    title: 'Endpoints with an empty subset',
    plural: 'endpoints',
    group: '',
    body: { metadata: { name: 'web' }, subsets: [{}] },
    faults: ['subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`'],
  },
  {
    title: 'Endpoints that break every rule',
    plural: 'endpoints',
    group: '',
    body: {
      metadata: { name: 'web' },
      subsets: [
        {
          addresses: [{ ip: 'foo', hostname: 'A.b', nodeName: 'X_' }, { ip: '127.0.0.1' }, {}],
          notReadyAddresses: [{ ip: 'fe80::1' }],
          ports: [{ port: 0 }, { name: 'A', port: 80, protocol: 'x', appProtocol: '/' }],
        },
      ],
    },
    faults: [
      `subsets[0].addresses[0].ip: Invalid value: "foo": ${BAD_IP}`,
      `subsets[0].addresses[0].hostname: Invalid value: "A.b": ${LABEL}`,
      `subsets[0].addresses[0].nodeName: Invalid value: "X_": ${SUBDOMAIN}`,
      'subsets[0].addresses[0].ip: Invalid value: "foo": must be a valid IP address',
      'subsets[0].addresses[1].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      `subsets[0].addresses[2].ip: Invalid value: "": ${BAD_IP}`,
      'subsets[0].addresses[2].ip: Invalid value: "": must be a valid IP address',
      'subsets[0].notReadyAddresses[0].ip: Invalid value: "fe80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
      'subsets[0].ports[0].name: Required value',
      `subsets[0].ports[0].port: Invalid value: 0: ${PORT_RANGE}`,
      `subsets[0].ports[1].name: Invalid value: "A": ${LABEL}`,
      'subsets[0].ports[1].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
      'subsets[0].ports[1].appProtocol: Invalid value: "/": prefix part must be non-empty',
      'subsets[0].ports[1].appProtocol: Invalid value: "/": name part must be non-empty',
      `subsets[0].ports[1].appProtocol: Invalid value: "/": name part ${QUALIFIED}`,
    ],
  },
  {
    title: 'a slice without address type',
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    body: { metadata: { name: 'web' }, endpoints: [], ports: [] },
    faults: ['addressType: Required value'],
  },
  {
    title: 'a slice of an unknown type',
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    body: { metadata: { name: 'web' }, addressType: 'Foo' },
    faults: ['addressType: Unsupported value: "Foo": supported values: "FQDN", "IPv4", "IPv6"'],
  },
  {
    title: 'IPv4 addresses that lead nowhere',
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    body: {
      metadata: { name: 'web' },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['foo', '::1', '127.0.0.1', '2001:db8::1'] }],
      ports: [{ port: 80 }],
    },
    faults: [
      `endpoints[0].addresses[0]: Invalid value: "foo": ${BAD_IP}`,
      'endpoints[0].addresses: Invalid value: "::1": must be an IPv4 address',
      'endpoints[0].addresses[1]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      'endpoints[0].addresses[2]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      'endpoints[0].addresses: Invalid value: "2001:db8::1": must be an IPv4 address',
    ],
  },
  {
    title: 'IPv6 addresses that lead nowhere',
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    body: {
      metadata: { name: 'web' },
      addressType: 'IPv6',
      endpoints: [
        { addresses: ['foo', '1.2.3.4', '::1', '2001:DB8::1', '2001:db8:0::1', '::ffff:1.2.3.4'] },
      ],
      ports: [{ port: 80 }],
    },
    faults: [
      `endpoints[0].addresses[0]: Invalid value: "foo": ${BAD_IP}`,
      'endpoints[0].addresses: Invalid value: "1.2.3.4": must be an IPv6 address',
      'endpoints[0].addresses[2]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      'endpoints[0].addresses[3]: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1")',
      'endpoints[0].addresses[4]: Invalid value: "2001:db8:0::1": must be in canonical form ("2001:db8::1")',
      'endpoints[0].addresses[5]: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address',
    ],
  },
  {
    title: 'malformed domain names',
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    body: {
      metadata: { name: 'web' },
      addressType: 'FQDN',
      endpoints: [
        {
          addresses: [
            'example',
            'Ex.com',
            '',
            'a..b',
            'example.com.',
            'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.com',
          ],
        },
      ],
      ports: [{ port: 80 }],
    },
    faults: [
      'endpoints[0].addresses[0]: Invalid value: "example": should be a domain with at least two segments separated by dots',
      `endpoints[0].addresses[1]: Invalid value: "Ex.com": ${SUBDOMAIN}`,
      'endpoints[0].addresses[2]: Required value',
      `endpoints[0].addresses[3]: Invalid value: "a..b": ${SUBDOMAIN}`,
      'endpoints[0].addresses[5]: Invalid value: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": must be no more than 63 characters',
    ],
  },
  {
    title: 'endpoints without addresses',
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    body: { metadata: { name: 'web' }, addressType: 'IPv4', endpoints: [{ addresses: [] }, {}] },
    faults: [
      'endpoints[0].addresses: Required value: must contain at least 1 address',
      'endpoints[1].addresses: Required value: must contain at least 1 address',
    ],
  },
  {
    title: '101 addresses',
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    body: {
      metadata: { name: 'web' },
      addressType: 'IPv4',
      ports: [{ port: 80 }],
      endpoints: [{ addresses: Array.from({ length: 101 }, (_item, index) => `10.1.1.${index}`) }],
    },
    faults: ['endpoints[0].addresses: Too many: 101: must have at most 100 items'],
  },
  {
    title: '1001 endpoints',
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    body: {
      metadata: { name: 'web' },
      addressType: 'IPv4',
      endpoints: Array.from({ length: 1_001 }, () => ({ addresses: ['10.1.1.1'] })),
    },
    faults: ['endpoints: Too many: 1001: must have at most 1000 items'],
  },
  {
    title: 'malformed ports of a slice',
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    body: {
      metadata: { name: 'web' },
      addressType: 'IPv4',
      ports: [
        { name: 'a' },
        { name: 'a', port: 80 },
        { name: 'B', protocol: 'x', appProtocol: '/x' },
        { port: 99999 },
      ],
    },
    faults: [
      'ports[1].name: Duplicate value: "a"',
      `ports[2].name: Invalid value: "B": ${LABEL}`,
      'ports[2].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
      'ports[2].appProtocol: Invalid value: "/x": prefix part must be non-empty',
    ],
  },
  {
    title: 'malformed names of an endpoint',
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    body: {
      metadata: { name: 'web' },
      addressType: 'IPv4',
      endpoints: [
        {
          addresses: ['10.1.1.1'],
          hostname: 'A.b',
          nodeName: 'X_',
          zone: 'z',
          conditions: { ready: true },
          hints: { forZones: [{ name: 'a' }, { name: 'a' }, { name: '!' }] },
        },
      ],
    },
    faults: [
      `endpoints[0].nodeName: Invalid value: "X_": ${SUBDOMAIN}`,
      `endpoints[0].hostname: Invalid value: "A.b": ${LABEL}`,
      'endpoints[0].hints.forZones[1].name: Duplicate value: "a"',
      `endpoints[0].hints.forZones[2].name: Invalid value: "!": ${LABEL_VALUE}`,
    ],
  },
  {
    title: 'nine hints',
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    body: {
      metadata: { name: 'web' },
      addressType: 'IPv4',
      endpoints: [
        {
          addresses: ['10.1.1.1'],
          hints: { forZones: Array.from({ length: 9 }, (_item, index) => ({ name: `z${index}` })) },
        },
      ],
    },
    faults: ['endpoints[0].hints.forZones: Too many: 9: must have at most 8 items'],
  },
  {
    title: 'a finalizer without a prefix',
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    body: { metadata: { name: 'web', finalizers: ['foo'] }, addressType: 'IPv4' },
    faults: [
      'metadata.finalizers[0]: Invalid value: "foo": name is neither a standard finalizer name nor is it fully qualified',
    ],
  },
  {
    title: 'an empty SSH key',
    plural: 'secrets',
    group: '',
    body: {
      metadata: { name: 'web' },
      type: 'kubernetes.io/ssh-auth',
      stringData: { 'ssh-privatekey': '' },
    },
    faults: ['data[ssh-privatekey]: Required value'],
  },
  {
    title: 'a Secret of more than 1 MiB',
    plural: 'secrets',
    group: '',
    body: { metadata: { name: 'web' }, stringData: { a: 'x'.repeat(1048577) } },
    faults: ['data: Too long: may not be more than 1048576 bytes'],
  },
  {
    title: 'an event about nothing',
    plural: 'events',
    group: '',
    body: { metadata: { name: 'web' } },
    faults: ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
  },
  {
    title: 'an event about another namespace',
    plural: 'events',
    group: '',
    body: { metadata: { name: 'web' }, involvedObject: { kind: 'X', namespace: 'other' } },
    faults: ['involvedObject.namespace: Invalid value: "other": does not match event.namespace'],
  },
  {
    title: 'an event about no namespace',
    plural: 'events',
    group: '',
    body: { metadata: { name: 'web' }, involvedObject: { kind: 'X' } },
    faults: ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
  },
  {
    title: 'a new event without a reporter',
    plural: 'events',
    group: '',
    body: {
      metadata: { name: 'web' },
      involvedObject: { kind: 'Service', name: 'web', namespace: 'shop' },
      eventTime: '2026-01-01T00:00:00.000000Z',
    },
    faults: [
      'reportingComponent: Required value',
      'reportingComponent: Invalid value: "": name part must be non-empty',
      `reportingComponent: Invalid value: "": name part ${QUALIFIED}`,
      'reportingInstance: Required value',
      'action: Required value',
      'reason: Required value',
    ],
  },
  {
    title: 'a new event of many words',
    plural: 'events',
    group: '',
    body: {
      metadata: { name: 'web' },
      involvedObject: { kind: 'Service', name: 'web', namespace: 'shop' },
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingComponent: 'x y',
      reportingInstance: 'y'.repeat(129),
      action: 'a'.repeat(129),
      reason: 'r'.repeat(129),
      message: 'm'.repeat(1025),
    },
    faults: [
      `reportingComponent: Invalid value: "x y": name part ${QUALIFIED}`,
      'reportingInstance: Invalid value: "": can have at most 128 characters',
      'action: Invalid value: "": can have at most 128 characters',
      'reason: Invalid value: "": can have at most 128 characters',
      'message: Invalid value: "": can have at most 1024 characters',
    ],
  },
  {
    title: 'an event of events.k8s.io without time',
    plural: 'events',
    group: 'events.k8s.io',
    body: {
      metadata: { name: 'web' },
      regarding: { kind: 'Service', name: 'web', namespace: 'shop' },
    },
    faults: ['eventTime: Required value', 'type: Invalid value: "": has invalid value: '],
  },
  {
    title: 'deprecated fields of events.k8s.io',
    plural: 'events',
    group: 'events.k8s.io',
    body: {
      metadata: { name: 'web' },
      regarding: { kind: 'Service', name: 'web', namespace: 'shop' },
      eventTime: '2026-01-01T00:00:00.000000Z',
      type: 'Foo',
      reportingController: 'x',
      reportingInstance: 'y',
      action: 'a',
      reason: 'r',
      deprecatedCount: 1,
      deprecatedFirstTimestamp: '2026-01-01T00:00:00Z',
      deprecatedLastTimestamp: '2026-01-01T00:00:00Z',
      deprecatedSource: { component: 'x' },
    },
    faults: [
      'type: Invalid value: "": has invalid value: Foo',
      'firstTimestamp: Invalid value: "": needs to be unset',
      'lastTimestamp: Invalid value: "": needs to be unset',
      'count: Invalid value: "": needs to be unset',
      'source: Invalid value: "": needs to be unset',
    ],
  },
  {
    title: 'malformed finalizers of a namespace',
    plural: 'namespaces',
    group: '',
    body: { metadata: { name: 'A.b' }, spec: { finalizers: ['foo', 'a b', 'x/y'] } },
    faults: [
      `metadata.name: Invalid value: "A.b": ${LABEL}`,
      'spec.finalizers: Invalid value: "foo": name is neither a standard finalizer name nor is it fully qualified',
      `spec.finalizers: Invalid value: "a b": name part ${QUALIFIED}`,
      'spec.finalizers: Invalid value: "a b": name is neither a standard finalizer name nor is it fully qualified',
    ],
  },
];

describe('A new object of a built-in kind is refused', () => {
  for (const { title, plural, group, body, faults } of REFUSED) {
    test(title, () => {
      const cluster = newCluster();
      const outcome = createWith(cluster, cluster.resource(plural, group), body);
      assert.deepEqual(outcome.faults.toSorted(), faults.toSorted());
    });
  }
});
