import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LABEL, LABEL_VALUE, PORT_RANGE, QUALIFIED } from './api-words.ts';
import { createOn, newCluster, type Refusable } from './strategy-driver.ts';

const REFUSED: readonly Refusable[] = [
  { title: 'nothing but a name', spec: {}, faults: ['spec.ports: Required value'] },
  {
    title: 'an unknown type',
    spec: { type: 'Foo', ports: [{ port: 80 }] },
    faults: [
      'spec.type: Unsupported value: "Foo": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
    ],
  },
  { title: 'no ports', spec: { type: 'ClusterIP' }, faults: ['spec.ports: Required value'] },
  {
    title: 'several ports without names',
    spec: { ports: [{ port: 80 }, { port: 81 }] },
    faults: ['spec.ports[0].name: Required value', 'spec.ports[1].name: Required value'],
  },
  {
    title: 'two ports of one name',
    spec: {
      ports: [
        { name: 'a', port: 80 },
        { name: 'a', port: 81 },
      ],
    },
    faults: ['spec.ports[1].name: Duplicate value: "a"'],
  },
  {
    title: 'a port name with capitals',
    spec: { ports: [{ name: 'A_b', port: 80 }] },
    faults: [`spec.ports[0].name: Invalid value: "A_b": ${LABEL}`],
  },
  {
    title: 'a port name with a dot',
    spec: { ports: [{ name: 'a.b', port: 80 }] },
    faults: ['spec.ports[0].name: Invalid value: "a.b": must not contain dots'],
  },
  {
    title: 'a port name of 64 characters',
    spec: { ports: [{ name: 'a'.repeat(64), port: 80 }] },
    faults: [
      'spec.ports[0].name: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 63 characters',
    ],
  },
  {
    title: 'port 0',
    spec: { ports: [{ port: 0 }] },
    faults: [
      `spec.ports[0].port: Invalid value: 0: ${PORT_RANGE}`,
      `spec.ports[0].targetPort: Invalid value: 0: ${PORT_RANGE}`,
    ],
  },
  {
    title: 'a negative port',
    spec: { ports: [{ port: -1 }] },
    faults: [
      `spec.ports[0].port: Invalid value: -1: ${PORT_RANGE}`,
      `spec.ports[0].targetPort: Invalid value: -1: ${PORT_RANGE}`,
    ],
  },
  {
    title: 'a port above 65535',
    spec: { ports: [{ port: 70000 }] },
    faults: [
      `spec.ports[0].port: Invalid value: 70000: ${PORT_RANGE}`,
      `spec.ports[0].targetPort: Invalid value: 70000: ${PORT_RANGE}`,
    ],
  },
  {
    title: 'no port number',
    spec: { ports: [{}] },
    faults: [
      `spec.ports[0].port: Invalid value: 0: ${PORT_RANGE}`,
      `spec.ports[0].targetPort: Invalid value: 0: ${PORT_RANGE}`,
    ],
  },
  {
    title: 'a protocol in lower case',
    spec: { ports: [{ port: 80, protocol: 'tcp' }] },
    faults: [
      'spec.ports[0].protocol: Unsupported value: "tcp": supported values: "SCTP", "TCP", "UDP"',
    ],
  },
  {
    title: 'a target port name that breaks every rule',
    spec: { ports: [{ port: 80, targetPort: '-Http--123456789' }] },
    faults: [
      'spec.ports[0].targetPort: Invalid value: "-Http--123456789": must be no more than 15 characters',
      'spec.ports[0].targetPort: Invalid value: "-Http--123456789": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      'spec.ports[0].targetPort: Invalid value: "-Http--123456789": must not contain consecutive hyphens',
      'spec.ports[0].targetPort: Invalid value: "-Http--123456789": must not begin or end with a hyphen',
    ],
  },
  {
    title: 'a target port number in quotes',
    spec: { ports: [{ port: 80, targetPort: '8080' }] },
    faults: [
      'spec.ports[0].targetPort: Invalid value: "8080": must contain at least one letter (a-z)',
    ],
  },
  {
    title: 'a target port above 65535',
    spec: { ports: [{ port: 80, targetPort: 70000 }] },
    faults: [`spec.ports[0].targetPort: Invalid value: 70000: ${PORT_RANGE}`],
  },
  {
    title: 'an appProtocol with two slashes',
    spec: { ports: [{ port: 80, appProtocol: 'a/b/c' }] },
    faults: [
      `spec.ports[0].appProtocol: Invalid value: "a/b/c": a qualified name ${QUALIFIED} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ],
  },
  {
    title: 'an appProtocol with an empty prefix',
    spec: { ports: [{ port: 80, appProtocol: '/c' }] },
    faults: ['spec.ports[0].appProtocol: Invalid value: "/c": prefix part must be non-empty'],
  },
  {
    title: 'a node port on ClusterIP',
    spec: { ports: [{ port: 80, nodePort: 30100 }] },
    faults: ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
  },
  {
    title: 'a node port outside the range',
    spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 29999 }] },
    faults: [
      'spec.ports[0].nodePort: Invalid value: 29999: provided port is not in the valid range. The range of valid ports is 30000-32767',
    ],
  },
  {
    title: 'one port twice under TCP',
    spec: {
      ports: [
        { name: 'a', port: 80 },
        { name: 'b', port: 80 },
      ],
    },
    faults: [
      'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
    ],
  },
  {
    title: 'one node port for two ports',
    spec: {
      type: 'NodePort',
      ports: [
        { name: 'a', port: 80, nodePort: 31112 },
        { name: 'b', port: 81, nodePort: 31112 },
      ],
    },
    faults: ['spec.ports[1].nodePort: Invalid value: 31112: provided port is already allocated'],
  },
  {
    title: 'one node port and one port twice',
    spec: {
      type: 'NodePort',
      ports: [
        { name: 'a', port: 80, nodePort: 31113 },
        { name: 'b', port: 80, nodePort: 31113 },
      ],
    },
    faults: [
      'spec.ports[1].nodePort: Duplicate value: 31113',
      'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
    ],
  },
  {
    title: 'one node port for TCP and UDP of different ports',
    spec: {
      type: 'NodePort',
      ports: [
        { name: 'a', port: 80, nodePort: 31117 },
        { name: 'b', port: 81, protocol: 'UDP', nodePort: 31117 },
      ],
    },
    faults: ['spec.ports[1].nodePort: Invalid value: 31117: provided port is already allocated'],
  },
  {
    title: 'a malformed selector',
    spec: { ports: [{ port: 80 }], selector: { 'a/b/c': 'x y' } },
    faults: [
      `spec.selector: Invalid value: "a/b/c": a qualified name ${QUALIFIED} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
      `spec.selector: Invalid value: "x y": ${LABEL_VALUE}`,
    ],
  },
  {
    title: 'everything at once',
    spec: {
      type: 'NodePort',
      ports: [
        { port: 0, protocol: 'X' },
        { port: 99999, name: 'A' },
      ],
      sessionAffinity: 'Z',
      selector: { a: '!' },
    },
    faults: [
      'spec.ports[0].name: Required value',
      `spec.ports[0].port: Invalid value: 0: ${PORT_RANGE}`,
      'spec.ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"',
      `spec.ports[0].targetPort: Invalid value: 0: ${PORT_RANGE}`,
      `spec.ports[1].name: Invalid value: "A": ${LABEL}`,
      `spec.ports[1].port: Invalid value: 99999: ${PORT_RANGE}`,
      `spec.ports[1].targetPort: Invalid value: 99999: ${PORT_RANGE}`,
      `spec.selector: Invalid value: "!": ${LABEL_VALUE}`,
      'spec.sessionAffinity: Unsupported value: "Z": supported values: "ClientIP", "None"',
    ],
  },
];

describe('A new Service is refused for its ports, type and selector', () => {
  for (const { title, spec, meta, faults } of REFUSED) {
    test(title, () => {
      const outcome = createOn(newCluster(), 'services', {
        metadata: { name: 'web', ...meta },
        spec,
      });
      assert.deepEqual(outcome.faults, faults);
    });
  }
});
