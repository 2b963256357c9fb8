import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BAD_CIDR, BAD_IP, QUALIFIED, SUBDOMAIN } from './api-words.ts';
import { createOn, newCluster, type Refusable } from './strategy-driver.ts';

const REFUSED: readonly Refusable[] = [
  {
    title: 'ExternalName without a name',
    spec: { type: 'ExternalName' },
    faults: ['spec.externalName: Required value'],
  },
  {
    title: 'ExternalName with a name that is none',
    spec: { type: 'ExternalName', externalName: 'Exa_mple' },
    faults: [`spec.externalName: Invalid value: "Exa_mple": ${SUBDOMAIN}`],
  },
  {
    title: 'ExternalName with a cluster IP',
    spec: { type: 'ExternalName', externalName: 'example.com', clusterIP: '10.96.5.5' },
    faults: ['spec.clusterIPs: Forbidden: may not be set for ExternalName services'],
  },
  {
    title: 'ExternalName with IP families',
    spec: {
      type: 'ExternalName',
      externalName: 'example.com',
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
    },
    faults: [
      'spec.ipFamilies: Forbidden: may not be set for ExternalName services',
      'spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services',
    ],
  },
  {
    title: 'a cluster IP that is none',
    spec: { ports: [{ port: 80 }], clusterIP: 'foo' },
    faults: [`spec.clusterIPs[0]: Invalid value: "foo": ${BAD_IP}`],
  },
  {
    title: 'a cluster IP outside the range',
    spec: { ports: [{ port: 80 }], clusterIP: '192.0.2.1' },
    faults: [
      'spec.clusterIPs: Invalid value: ["192.0.2.1"]: failed to allocate IP 192.0.2.1: the provided network does not match the current range',
    ],
  },
  {
    title: 'the cluster IP of the API',
    spec: { ports: [{ port: 80 }], clusterIP: '10.96.0.1' },
    faults: [
      'spec.clusterIPs: Invalid value: ["10.96.0.1"]: failed to allocate IP 10.96.0.1: provided IP is already allocated',
    ],
  },
  {
    title: 'the network address',
    spec: { ports: [{ port: 80 }], clusterIP: '10.96.0.0' },
    faults: [
      'spec.clusterIPs: Invalid value: ["10.96.0.0"]: failed to allocate IP 10.96.0.0: the provided network does not match the current range',
    ],
  },
  {
    title: 'the broadcast address',
    spec: { ports: [{ port: 80 }], clusterIP: '10.96.255.255' },
    faults: [
      'spec.clusterIPs: Invalid value: ["10.96.255.255"]: failed to allocate IP 10.96.255.255: the provided network does not match the current range',
    ],
  },
  {
    title: 'clusterIPs without clusterIP',
    spec: { ports: [{ port: 80 }], clusterIPs: ['10.96.77.78'] },
    faults: [
      'spec.clusterIPs: Invalid value: ["10.96.77.78"]: must be empty when `clusterIP` is not specified',
    ],
  },
  {
    title: 'clusterIP that is not the first of clusterIPs',
    spec: { ports: [{ port: 80 }], clusterIP: '10.96.77.79', clusterIPs: ['10.96.77.80'] },
    faults: ['spec.clusterIPs: Invalid value: ["10.96.77.80"]: first value must match `clusterIP`'],
  },
  {
    title: 'three cluster IPs',
    spec: {
      ports: [{ port: 80 }],
      clusterIP: '10.96.77.79',
      clusterIPs: ['10.96.77.79', 'fd00:10:96::77', '10.96.77.81'],
    },
    faults: [
      'spec.clusterIPs: Invalid value: ["10.96.77.79","fd00:10:96::77","10.96.77.81"]: may only hold up to 2 values',
    ],
  },
  {
    title: 'two cluster IPs of one family',
    spec: {
      ports: [{ port: 80 }],
      clusterIP: '10.96.77.79',
      clusterIPs: ['10.96.77.79', '10.96.77.81'],
    },
    faults: [
      'spec.clusterIPs: Invalid value: ["10.96.77.79","10.96.77.81"]: may specify no more than one IP for each IP family',
    ],
  },
  {
    title: 'None and an address',
    spec: { ports: [{ port: 80 }], clusterIP: 'None', clusterIPs: ['None', '10.96.77.81'] },
    faults: [
      'spec.clusterIPs: Invalid value: ["None","10.96.77.81"]: \'None\' must be the first and only value',
    ],
  },
  {
    title: 'two cluster IPs without a policy',
    spec: {
      ports: [{ port: 80 }],
      clusterIP: '10.96.77.82',
      clusterIPs: ['10.96.77.82', 'fd00:10:96::78'],
    },
    faults: [
      "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified",
    ],
  },
  {
    title: 'two families without a policy',
    spec: { ports: [{ port: 80 }], ipFamilies: ['IPv4', 'IPv6'] },
    faults: [
      "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
    ],
  },
  {
    title: 'an unknown family',
    spec: { ports: [{ port: 80 }], ipFamilies: ['IPv5'] },
    faults: ['spec.ipFamilies[0]: Unsupported value: "IPv5": supported values: "IPv4", "IPv6"'],
  },
  {
    title: 'one family twice',
    spec: { ports: [{ port: 80 }], ipFamilies: ['IPv4', 'IPv4'] },
    faults: ['spec.ipFamilies[1]: Duplicate value: "IPv4"'],
  },
  {
    title: 'an unknown policy',
    spec: { ports: [{ port: 80 }], ipFamilyPolicy: 'Foo' },
    faults: [
      'spec.ipFamilyPolicy: Unsupported value: "Foo": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
    ],
  },
  {
    title: 'an IPv4 address under family IPv6',
    spec: { ports: [{ port: 80 }], ipFamilies: ['IPv6'], clusterIP: '10.96.77.84' },
    faults: [
      'spec.clusterIPs[0]: Invalid value: "10.96.77.84": expected an IPv6 value as indicated by `ipFamilies[0]`',
    ],
  },
  {
    title: 'a headless LoadBalancer',
    spec: { type: 'LoadBalancer', ports: [{ port: 80 }], clusterIP: 'None' },
    faults: [
      'spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for LoadBalancer services',
    ],
  },
  {
    title: 'a headless NodePort',
    spec: { type: 'NodePort', ports: [{ port: 80 }], clusterIP: 'None' },
    faults: [
      'spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for NodePort services',
    ],
  },
  {
    title: 'an affinity of more than a day',
    spec: {
      ports: [{ port: 80 }],
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 90000 } },
    },
    faults: [
      'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 90000: must be greater than 0 and less than 86400',
    ],
  },
  {
    title: 'an affinity of no time',
    spec: {
      ports: [{ port: 80 }],
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } },
    },
    faults: [
      'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 0: must be greater than 0 and less than 86400',
    ],
  },
  {
    title: 'an unknown affinity',
    spec: { ports: [{ port: 80 }], sessionAffinity: 'Foo' },
    faults: [
      'spec.sessionAffinity: Unsupported value: "Foo": supported values: "ClientIP", "None"',
    ],
  },
  {
    title: 'external IPs that lead nowhere',
    spec: {
      ports: [{ port: 80 }],
      externalIPs: [
        'foo',
        '127.0.0.1',
        '0.0.0.0',
        '169.254.1.1',
        '224.0.0.1',
        '::1',
        'fe80::1',
        'ff02::1',
        '::',
      ],
    },
    faults: [
      `spec.externalIPs[0]: Invalid value: "foo": ${BAD_IP}`,
      'spec.externalIPs[1]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      'spec.externalIPs[2]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
      'spec.externalIPs[3]: Invalid value: "169.254.1.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
      'spec.externalIPs[4]: Invalid value: "224.0.0.1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
      'spec.externalIPs[5]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      'spec.externalIPs[6]: Invalid value: "fe80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
      'spec.externalIPs[7]: Invalid value: "ff02::1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
      'spec.externalIPs[8]: Invalid value: "::": may not be unspecified (::)',
    ],
  },
  {
    title: 'an external traffic policy without external traffic',
    spec: { ports: [{ port: 80 }], externalTrafficPolicy: 'Local' },
    faults: [
      'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services',
    ],
  },
  {
    title: 'an unknown external traffic policy',
    spec: { type: 'NodePort', ports: [{ port: 80 }], externalTrafficPolicy: 'Foo' },
    faults: [
      'spec.externalTrafficPolicy: Unsupported value: "Foo": supported values: "Cluster", "Local"',
    ],
  },
  {
    title: 'an unknown internal traffic policy',
    spec: { ports: [{ port: 80 }], internalTrafficPolicy: 'Foo' },
    faults: [
      'spec.internalTrafficPolicy: Unsupported value: "Foo": supported values: "Cluster", "Local"',
    ],
  },
  {
    title: 'an unknown traffic distribution',
    spec: { ports: [{ port: 80 }], trafficDistribution: 'Foo' },
    faults: [
      'spec.trafficDistribution: Unsupported value: "Foo": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"',
    ],
  },
  {
    title: 'an empty traffic distribution',
    spec: { ports: [{ port: 80 }], trafficDistribution: '' },
    faults: [
      'spec.trafficDistribution: Unsupported value: "": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"',
    ],
  },
  {
    title: 'a health check port without a health check',
    spec: { type: 'LoadBalancer', ports: [{ port: 80 }], healthCheckNodePort: 31201 },
    faults: [
      "spec.healthCheckNodePort: Invalid value: 31201: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    ],
  },
  {
    title: 'a malformed load balancer class',
    spec: { type: 'LoadBalancer', ports: [{ port: 80 }], loadBalancerClass: 'Foo/bar/x' },
    faults: [
      `spec.loadBalancerClass: Invalid value: "Foo/bar/x": a qualified name ${QUALIFIED} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ],
  },
  {
    title: 'a load balancer class on ClusterIP',
    spec: { ports: [{ port: 80 }], loadBalancerClass: 'foo' },
    faults: ["spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'"],
  },
  {
    title: 'source ranges that are none',
    spec: {
      type: 'LoadBalancer',
      ports: [{ port: 80 }],
      loadBalancerSourceRanges: ['10.0.0.0', '10.0.0.0/33', 'foo/8'],
    },
    faults: [
      `spec.LoadBalancerSourceRanges[0]: Invalid value: "10.0.0.0": ${BAD_CIDR}`,
      `spec.LoadBalancerSourceRanges[1]: Invalid value: "10.0.0.0/33": ${BAD_CIDR}`,
      `spec.LoadBalancerSourceRanges[2]: Invalid value: "foo/8": ${BAD_CIDR}`,
    ],
  },
  {
    title: 'source ranges on ClusterIP',
    spec: { ports: [{ port: 80 }], loadBalancerSourceRanges: ['10.0.0.0/8'] },
    faults: [
      "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
    ],
  },
  {
    title: 'annotated source ranges on ClusterIP',
    spec: { ports: [{ port: 80 }] },
    meta: {
      annotations: { 'service.beta.kubernetes.io/load-balancer-source-ranges': '10.0.0.0/8,foo' },
    },
    faults: [
      "metadata.annotations[service.beta.kubernetes.io/load-balancer-source-ranges]: Forbidden: may only be used when `type` is 'LoadBalancer'",
      `metadata.annotations[service.beta.kubernetes.io/load-balancer-source-ranges]: Invalid value: "foo": ${BAD_CIDR}`,
    ],
  },
  {
    title: 'node port allocation on ClusterIP',
    spec: { ports: [{ port: 80 }], allocateLoadBalancerNodePorts: true },
    faults: [
      "spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is 'LoadBalancer'",
    ],
  },
  {
    title: 'two topology annotations that differ',
    spec: { ports: [{ port: 80 }] },
    meta: {
      annotations: {
        'service.kubernetes.io/topology-mode': 'Auto',
        'service.kubernetes.io/topology-aware-hints': 'x',
      },
    },
    faults: [
      'metadata.annotations[service.kubernetes.io/topology-mode]: Invalid value: "Auto": must match annotations[service.kubernetes.io/topology-aware-hints] when both are specified',
    ],
  },
];

describe('A new Service is refused for its addresses and traffic', () => {
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
