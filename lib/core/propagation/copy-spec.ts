import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';
import { hostLoadBalancerClass } from '../model/names.ts';
import { type ServiceObject, serviceType } from '../model/service-object.ts';
import { type Claims, claimsOf } from './claims.ts';

/** The declaration's spec less what its own cluster allocated or filled in, and less what its type has no use for. */
export const copySpec = (service: ServiceObject): JsonObject => {
  const claims = claimsOf(service);
  const kept = Object.entries(service.spec).filter(
    ([field]) => !rules.some((drops) => drops(field, service, claims)),
  );
  return Object.fromEntries(
    kept.map(([field, value]) => [
      field,
      field === 'ports' ? copyPorts(value, service, claims) : value,
    ]),
  );
};

/** True for a field of a spec that does not go to members. */
type Rule = (field: string, service: ServiceObject, claims: Claims) => boolean;

/** `None` is intent, an address is an allocation (cases S05, S12). */
const addresses: Rule = (field, { spec }) =>
  field === 'clusterIPs' || (field === 'clusterIP' && spec['clusterIP'] !== 'None');

/**
 * Families that nobody asked for were filled in for the host's own network (case S10), and each member allocates a port for health
 * checks of its own, unless one was asked for (case S07).
 */
const unclaimed: Rule = (field, _service, claims) =>
  filledInFields.has(field) && !claims.field(field);

const filledInFields: ReadonlySet<string> = new Set([
  'healthCheckNodePort',
  'ipFamilies',
  'ipFamilyPolicy',
]);

/** The class that keeps the host's own cloud away must not keep the members' away. */
const hostClass: Rule = (field, { spec }) =>
  field === 'loadBalancerClass' && spec[field] === hostLoadBalancerClass;

/** A field that the API refuses beside this type, or beside this affinity or policy (W25; core/v1 ServiceSpec). */
const outOfPlace: Rule = (field, service) => {
  const type = serviceType(service);
  const { spec } = service;
  switch (field) {
    case 'externalName':
      return type !== 'ExternalName';
    case 'externalTrafficPolicy':
      return !exposed.has(type) && spec['externalIPs'] === undefined;
    case 'healthCheckNodePort':
      return type !== 'LoadBalancer' || spec['externalTrafficPolicy'] !== 'Local';
    case 'sessionAffinityConfig':
      return spec['sessionAffinity'] !== 'ClientIP';
    default:
      return (
        (type !== 'LoadBalancer' && balancerFields.has(field)) ||
        (type === 'ExternalName' && inClusterFields.has(field))
      );
  }
};

const exposed: ReadonlySet<string> = new Set(['NodePort', 'LoadBalancer']);

const balancerFields: ReadonlySet<string> = new Set([
  'allocateLoadBalancerNodePorts',
  'loadBalancerClass',
  'loadBalancerIP',
  'loadBalancerSourceRanges',
]);

const inClusterFields: ReadonlySet<string> = new Set([
  'clusterIP',
  'clusterIPs',
  'internalTrafficPolicy',
  'ipFamilies',
  'ipFamilyPolicy',
]);

const rules: readonly Rule[] = [addresses, unclaimed, hostClass, outOfPlace];

/** A node port goes along only where somebody asked for it and the type has one (case S03). */
const copyPorts = (ports: Json, service: ServiceObject, claims: Claims): Json => {
  const hasNodePorts = exposed.has(serviceType(service));
  if (!Array.isArray(ports)) return ports;
  return ports.map((port) => {
    if (!isJsonObject(port) || port['nodePort'] === undefined) return port;
    if (hasNodePorts && claims.nodePort(port)) return port;
    const { nodePort: _, ...rest } = port;
    return rest;
  });
};
