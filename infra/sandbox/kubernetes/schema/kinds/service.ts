import {
  always,
  atomicListOf,
  atomicMapOf,
  flag,
  int32,
  keyedListOf,
  pointer,
  struct,
  text,
} from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';
import { condition, intOrString, objectOf } from './meta-v1.ts';

const core = 'io.k8s.api.core.v1';

const servicePort = struct(
  `${core}.ServicePort`,
  { description: 'One port that the Service offers.', required: ['port'] },
  {
    appProtocol: pointer(
      text('Application protocol spoken on the port, a hint for implementations.'),
    ),
    name: text('Name of the port, unique within the Service; required when there are several.'),
    nodePort: int32('Port on every node, for types NodePort and LoadBalancer.'),
    port: int32('Port that clients connect to.'),
    protocol: { ...text('TCP, UDP or SCTP.', 'v1.Protocol'), default: 'TCP' },
    targetPort: intOrString,
  },
);

const sessionAffinityConfig = struct(
  `${core}.SessionAffinityConfig`,
  { description: 'Settings of session affinity.' },
  {
    clientIP: struct(
      `${core}.ClientIPConfig`,
      { description: 'Settings of affinity by client address.' },
      { timeoutSeconds: pointer(int32('Seconds for which a client stays with one endpoint.')) },
    ),
  },
);

const serviceSpec = struct(
  `${core}.ServiceSpec`,
  { description: 'What the Service offers and to which pods it leads.' },
  {
    allocateLoadBalancerNodePorts: pointer(
      flag('Whether node ports are taken for type LoadBalancer.'),
    ),
    clusterIP: text('First cluster address; None for a headless Service.'),
    clusterIPs: atomicListOf(text('An address, or None.'), 'Cluster addresses, one a family.'),
    externalIPs: atomicListOf(text('An address.'), 'Addresses that nodes also accept traffic on.'),
    externalName: text('DNS name that the Service is an alias of, for type ExternalName.'),
    externalTrafficPolicy: text(
      'Cluster or Local: which endpoints serve traffic from outside.',
      'v1.ServiceExternalTrafficPolicy',
    ),
    healthCheckNodePort: int32('Node port of the health check when traffic stays local.'),
    internalTrafficPolicy: pointer(
      text(
        'Cluster or Local: which endpoints serve traffic from inside.',
        'v1.ServiceInternalTrafficPolicy',
      ),
    ),
    ipFamilies: atomicListOf(text('IPv4 or IPv6.', 'v1.IPFamily'), 'Address families, in order.'),
    ipFamilyPolicy: pointer(
      text('SingleStack, PreferDualStack or RequireDualStack.', 'v1.IPFamilyPolicy'),
    ),
    loadBalancerClass: pointer(text('Which load balancer implementation serves the Service.')),
    loadBalancerIP: text('Wanted address of the load balancer; deprecated.'),
    loadBalancerSourceRanges: atomicListOf(
      text('An address range.'),
      'Client ranges that the load balancer admits.',
    ),
    ports: keyedListOf(
      servicePort,
      { mapKeys: ['port', 'protocol'], patchMergeKey: 'port' },
      'Ports that the Service offers.',
    ),
    publishNotReadyAddresses: flag('Whether endpoints count before they are ready.'),
    selector: atomicMapOf(text('A label value.'), 'Labels of the pods that serve.'),
    sessionAffinity: text('ClientIP or None.', 'v1.ServiceAffinity'),
    sessionAffinityConfig,
    trafficDistribution: pointer(text('Preference among endpoints, such as PreferClose.')),
    type: text('ClusterIP, NodePort, LoadBalancer or ExternalName.', 'v1.ServiceType'),
  },
);

const loadBalancerIngress = struct(
  `${core}.LoadBalancerIngress`,
  { description: 'One point where the load balancer takes traffic.' },
  {
    hostname: text('DNS name of the point.'),
    ip: text('Address of the point.'),
    ipMode: pointer(text('VIP or Proxy: how the address is delivered.', 'v1.LoadBalancerIPMode')),
    ports: atomicListOf(
      struct(
        `${core}.PortStatus`,
        { description: 'State of one port.', required: ['port', 'protocol'] },
        {
          error: pointer(text('Why the port does not serve.')),
          port: int32('Port number.'),
          protocol: text('TCP, UDP or SCTP.', 'v1.Protocol'),
        },
      ),
      'State of the ports.',
    ),
  },
);

const serviceStatus = struct(
  `${core}.ServiceStatus`,
  { description: 'What controllers observed of the Service.' },
  {
    conditions: keyedListOf(
      condition,
      { mapKeys: ['type'], patchMergeKey: 'type' },
      'Conditions of the Service.',
    ),
    loadBalancer: always(
      struct(
        `${core}.LoadBalancerStatus`,
        { description: 'State of the load balancer.' },
        { ingress: atomicListOf(loadBalancerIngress, 'Points where it takes traffic.') },
      ),
    ),
  },
);

/** Service of core v1 (k8s.io/api/core/v1 `Service`, as of Kubernetes 1.33). */
export const serviceSchema: StructSchema = objectOf(
  `${core}.Service`,
  { description: 'A named set of ports served by a changing set of pods.' },
  { spec: always(serviceSpec), status: always(serviceStatus) },
);
