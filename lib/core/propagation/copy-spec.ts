import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';
import { hostLoadBalancerClass } from '../model/names.ts';
import { type ServiceObject, serviceType } from '../model/service-object.ts';
import { type Claims, claimsOf } from './claims.ts';

/** The declaration's spec less what its own cluster allocated or filled in, and less what its type has no use for. */
export const copySpec = (service: ServiceObject): JsonObject => {
  const claims = claimsOf(service);
  const dropped = new Set(rules.flatMap((rule) => rule(service, claims)));
  const kept = Object.entries(service.spec).filter(([field]) => !dropped.has(field));
  return Object.fromEntries(
    kept.map(([field, value]) => [
      field,
      field === 'ports' ? copyPorts(value, service, claims) : value,
    ]),
  );
};

/** Names the fields of a spec that do not go to members. */
type Rule = (service: ServiceObject, claims: Claims) => readonly string[];

/** `None` is intent, an address is an allocation (cases S05, S12). */
const addresses: Rule = ({ spec }) =>
  spec['clusterIP'] === 'None' ? ['clusterIPs'] : ['clusterIP', 'clusterIPs'];

/** Families that nobody asked for were filled in for the host's own network (case S10). */
const families: Rule = (_service, claims) =>
  ['ipFamilies', 'ipFamilyPolicy'].filter((field) => !claims.field(field));

/** Each member allocates its own, unless one was asked for (case S07). */
const healthCheckPort: Rule = (_service, claims) =>
  claims.field('healthCheckNodePort') ? [] : ['healthCheckNodePort'];

/** The class that keeps the host's own cloud away must not keep the members' away. */
const hostClass: Rule = ({ spec }) =>
  spec['loadBalancerClass'] === hostLoadBalancerClass ? ['loadBalancerClass'] : [];

/** A field that the API refuses beside this type, or beside this affinity or policy (W25; core/v1 ServiceSpec). */
const outOfPlace: Rule = (service) => {
  const type = serviceType(service);
  const { spec } = service;
  const hasExternalTraffic = exposed.has(type) || spec['externalIPs'] !== undefined;
  return [
    ...(type === 'LoadBalancer' ? [] : balancerFields),
    ...(type === 'ExternalName' ? inClusterFields : ['externalName']),
    ...(hasExternalTraffic ? [] : ['externalTrafficPolicy']),
    ...(spec['externalTrafficPolicy'] === 'Local' ? [] : ['healthCheckNodePort']),
    ...(spec['sessionAffinity'] === 'ClientIP' ? [] : ['sessionAffinityConfig']),
  ];
};

const exposed: ReadonlySet<string> = new Set(['NodePort', 'LoadBalancer']);

const balancerFields = [
  'allocateLoadBalancerNodePorts',
  'healthCheckNodePort',
  'loadBalancerClass',
  'loadBalancerIP',
  'loadBalancerSourceRanges',
] as const;

const inClusterFields = [
  'clusterIP',
  'clusterIPs',
  'internalTrafficPolicy',
  'ipFamilies',
  'ipFamilyPolicy',
] as const;

const rules: readonly Rule[] = [addresses, families, healthCheckPort, hostClass, outOfPlace];

/** A node port goes along only where somebody asked for it and the type has one (case S03). */
const copyPorts = (ports: Json, service: ServiceObject, claims: Claims): Json => {
  const hasNodePorts = exposed.has(serviceType(service));
  if (!Array.isArray(ports)) return ports;
  return ports.map((port) => {
    if (!isJsonObject(port) || (hasNodePorts && claims.nodePort(port))) return port;
    const { nodePort: _, ...rest } = port;
    return rest;
  });
};
