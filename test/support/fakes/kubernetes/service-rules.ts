import { isJsonObject, type Json, type JsonObject } from '../../../../lib/core/model/json.ts';
import { type ServiceObject, serviceType } from '../../../../lib/core/model/service-object.ts';
import { invalid } from './refusals.ts';

/** Hands out what a cluster allocates; each number comes once. */
export type Allocate = () => number;

/** Fills defaults and allocations as kube-apiserver does, keeping those of the old object, node ports by port name. */
export const settleService = (
  next: ServiceObject,
  old: ServiceObject | undefined,
  allocate: Allocate,
): ServiceObject => {
  checkService(next, old);
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

/** The ports of a spec. */
const portsOf = (spec: JsonObject): readonly JsonObject[] => {
  const ports = spec['ports'];
  return Array.isArray(ports) ? ports.filter(isJsonObject) : [];
};

const clusterDefaults = (
  spec: JsonObject,
  old: ServiceObject | undefined,
  allocate: Allocate,
): JsonObject => {
  const clusterIp =
    spec['clusterIP'] ??
    old?.spec['clusterIP'] ??
    `10.96.${allocate() % 250}.${(allocate() % 250) + 1}`;
  return {
    clusterIP: clusterIp,
    clusterIPs: [clusterIp],
    ipFamilies: spec['ipFamilies'] ?? ['IPv4'],
    ipFamilyPolicy: spec['ipFamilyPolicy'] ?? 'SingleStack',
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

const nodePort = (allocate: Allocate): number => 30_000 + (allocate() % 2_768);

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
  return { ...settled, nodePort: namesake?.['nodePort'] ?? nodePort(allocate) };
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

const checkService = (next: ServiceObject, old: ServiceObject | undefined): void => {
  const { name } = next.key;
  if (!/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name))
    throw invalid(name, `metadata.name: Invalid value: "${name}": a DNS-1035 label is needed`);
  const type = serviceType(next);
  if (!['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'].includes(type))
    throw invalid(name, `spec.type: Unsupported value: "${type}"`);
  if (next.ingress.length > 0 && type !== 'LoadBalancer' && (!old || serviceType(old) === type))
    throw invalid(
      name,
      'status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is "LoadBalancer"',
    );
  checkPorts(next, type);
  checkImmutable(next, old);
};

const checkPorts = (service: ServiceObject, type: string): void => {
  const { name } = service.key;
  const ports = portsOf(service.spec);
  if (ports.length === 0 && type !== 'ExternalName' && service.spec['clusterIP'] !== 'None')
    throw invalid(name, 'spec.ports: Required value');
  const seen = new Set<Json>();
  const names = new Set<Json>();
  for (const [index, port] of ports.entries()) {
    const number = port['port'];
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 65_535)
      throw invalid(
        name,
        `spec.ports[${index}].port: Invalid value: ${JSON.stringify(number)}: must be between 1 and 65535, inclusive`,
      );
    if (ports.length > 1 && port['name'] === undefined)
      throw invalid(name, `spec.ports[${index}].name: Required value`);
    const pair = `${number}/${port['protocol'] ?? 'TCP'}`;
    if (seen.has(pair) || (port['name'] !== undefined && names.has(port['name'])))
      throw invalid(name, `spec.ports[${index}]: Duplicate value: ${JSON.stringify(port)}`);
    seen.add(pair);
    names.add(port['name'] ?? null);
  }
};

const checkImmutable = (next: ServiceObject, old: ServiceObject | undefined): void => {
  if (old === undefined) return;
  const involved = [serviceType(next), serviceType(old)];
  const changed = (field: string): boolean =>
    next.spec[field] !== undefined &&
    old.spec[field] !== undefined &&
    next.spec[field] !== old.spec[field];
  if (!involved.includes('ExternalName') && changed('clusterIP'))
    throw invalid(
      next.key.name,
      `spec.clusterIPs[0]: Invalid value: ${JSON.stringify([next.spec['clusterIP'] ?? null])}: may not change once set`,
    );
  if (involved.every((type) => type === 'LoadBalancer') && changed('loadBalancerClass'))
    throw invalid(
      next.key.name,
      `spec.loadBalancerClass: Invalid value: ${JSON.stringify(next.spec['loadBalancerClass'])}: may not change once set`,
    );
};
