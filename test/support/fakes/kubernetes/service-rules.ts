import type { JsonObject } from '../../../../lib/core/model/json.ts';
import { type ServiceObject, serviceType } from '../../../../lib/core/model/service-object.ts';
import { portsExhausted } from './refusals.ts';
import { checkService, portsOf, type TakenPorts } from './service-checks.ts';

/** What a cluster hands out: numbers that come once, and node ports that nobody else holds. */
export type Allocate = { readonly number: () => number; readonly taken: TakenPorts };

/** Fills defaults and allocations as kube-apiserver does, keeping those of the old object, node ports by port name. */
export const settleService = (
  next: ServiceObject,
  old: ServiceObject | undefined,
  allocate: Allocate,
): ServiceObject => {
  const settled = fillIn(next, old, allocate);
  checkService({ ...settled, ingress: next.ingress }, old, allocate.taken);
  return settled;
};

const fillIn = (
  next: ServiceObject,
  old: ServiceObject | undefined,
  allocate: Allocate,
): ServiceObject => {
  const type = serviceType(next);
  const own =
    old !== undefined && serviceType(old) !== type ? withoutTypeFields(next, old) : next.spec;
  const ports = portsOf(own).map((port) => settlePort(port, { type, own, old, allocate }));
  const spec: JsonObject = {
    ...withoutStale(own, type),
    ...affinityOf(own),
    type,
    ...(ports.length > 0 ? { ports } : {}),
    ...(type === 'ExternalName' ? {} : clusterDefaults(own, old, allocate)),
    ...(type === 'LoadBalancer' || type === 'NodePort'
      ? { externalTrafficPolicy: own['externalTrafficPolicy'] ?? 'Cluster' }
      : {}),
    ...(type === 'LoadBalancer' ? loadBalancerDefaults(own, old, allocate) : {}),
  };
  return { ...next, spec, ingress: type === 'LoadBalancer' ? settleIngress(next) : [] };
};

const clusterDefaults = (
  spec: JsonObject,
  old: ServiceObject | undefined,
  allocate: Allocate,
): JsonObject => {
  const clusterIp =
    spec['clusterIP'] ??
    old?.spec['clusterIP'] ??
    `10.96.${allocate.number() % 250}.${(allocate.number() % 250) + 1}`;
  return {
    clusterIP: clusterIp,
    clusterIPs: [clusterIp],
    ipFamilies: spec['ipFamilies'] ?? old?.spec['ipFamilies'] ?? ['IPv4'],
    ipFamilyPolicy: spec['ipFamilyPolicy'] ?? old?.spec['ipFamilyPolicy'] ?? 'SingleStack',
    internalTrafficPolicy: spec['internalTrafficPolicy'] ?? 'Cluster',
  };
};

const loadBalancerDefaults = (
  spec: JsonObject,
  old: ServiceObject | undefined,
  allocate: Allocate,
): JsonObject => ({
  allocateLoadBalancerNodePorts: spec['allocateLoadBalancerNodePorts'] ?? true,
  ...(spec['externalTrafficPolicy'] === 'Local'
    ? {
        healthCheckNodePort:
          spec['healthCheckNodePort'] ?? old?.spec['healthCheckNodePort'] ?? nodePort(allocate),
      }
    : {}),
});

const affinityOf = (spec: JsonObject): JsonObject =>
  spec['sessionAffinity'] === 'ClientIP'
    ? {
        sessionAffinityConfig: spec['sessionAffinityConfig'] ?? {
          clientIP: { timeoutSeconds: 10_800 },
        },
      }
    : { sessionAffinity: 'None' };

// What has no meaning any more goes, whoever wrote it.
const withoutStale = (spec: JsonObject, type: string): JsonObject =>
  without(spec, [
    ...(spec['sessionAffinity'] === 'ClientIP' ? [] : ['sessionAffinityConfig']),
    ...(type === 'LoadBalancer' && spec['externalTrafficPolicy'] === 'Local'
      ? []
      : ['healthCheckNodePort']),
  ]);

// The first 86 are kept for whoever asks for one (ServiceNodePortStaticSubrange).
const nodePorts = { first: 30_086, count: 2_682 };

const nodePort = (allocate: Allocate): number => {
  for (let tried = 0; tried < nodePorts.count; tried += 1) {
    const port = nodePorts.first + (allocate.number() % nodePorts.count);
    if (!allocate.taken.has(port)) return port;
  }
  throw portsExhausted();
};

const settlePort = (
  port: JsonObject,
  context: {
    readonly type: string;
    readonly own: JsonObject;
    readonly old: ServiceObject | undefined;
    readonly allocate: Allocate;
  },
): JsonObject => {
  const { type, own, old, allocate } = context;
  const settled: JsonObject = {
    ...port,
    protocol: port['protocol'] ?? 'TCP',
    targetPort: port['targetPort'] ?? port['port'] ?? 0,
  };
  const wantsNodePort =
    type === 'NodePort' ||
    (type === 'LoadBalancer' && own['allocateLoadBalancerNodePorts'] !== false);
  if (!wantsNodePort || settled['nodePort'] !== undefined) return settled;
  const namesake = old && portsOf(old.spec).find((other) => other['name'] === port['name']);
  const inherited = namesake?.['nodePort'];
  const stated = portsOf(own).some((other) => other['nodePort'] === inherited);
  return { ...settled, nodePort: stated || !inherited ? nodePort(allocate) : inherited };
};

// A change of type drops what only the old type has, unless the writer changed it (service strategy,
// dropTypeDependentFields).
const withoutTypeFields = (next: ServiceObject, old: ServiceObject): JsonObject => {
  const same = (name: string): boolean =>
    JSON.stringify(next.spec[name]) === JSON.stringify(old.spec[name]);
  const dropped = [
    'externalTrafficPolicy',
    'healthCheckNodePort',
    'allocateLoadBalancerNodePorts',
    'loadBalancerClass',
  ].filter(same);
  const keepsNodePorts = ['NodePort', 'LoadBalancer'].includes(serviceType(next));
  const oldPorts = new Set(portsOf(old.spec).map((port) => port['nodePort']));
  const ports = portsOf(next.spec).map((port) =>
    keepsNodePorts || !oldPorts.has(port['nodePort']) ? port : without(port, ['nodePort']),
  );
  const gone = serviceType(next) === 'ExternalName' ? [...dropped, ...clusterFields] : dropped;
  return { ...without(next.spec, gone), ...(ports.length > 0 ? { ports } : {}) };
};

const clusterFields = [
  'clusterIP',
  'clusterIPs',
  'ipFamilies',
  'ipFamilyPolicy',
  'internalTrafficPolicy',
];

const without = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

// Since 1.30 the API writes `ipMode: VIP` beside every ip that has none.
const settleIngress = (service: ServiceObject): ServiceObject['ingress'] =>
  service.ingress.map((address) =>
    address.ip !== undefined && address.ipMode === undefined
      ? { ...address, ipMode: 'VIP' }
      : address,
  );
