import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';
import { hostLoadBalancerClass } from '../model/names.ts';
import { type ServiceObject, serviceType } from '../model/service-object.ts';
import { type Claims, claimsOf } from './claims.ts';

/** The declaration's spec less what its own cluster allocated or filled in, and less what its type has no use for. */
export const copySpec = (service: ServiceObject): JsonObject => {
  const { spec } = service;
  const declared = { spec, type: serviceType(service), claims: claimsOf(service) };
  const kept = Object.entries(spec).filter(([field]) => !isDropped.get(field)?.(declared));
  return Object.fromEntries(
    kept.map(([field, value]) => [field, field === 'ports' ? copyPorts(value, declared) : value]),
  );
};

type Declared = {
  readonly spec: JsonObject;
  readonly type: string;
  readonly claims: Claims;
};

type Rule = (declared: Declared) => boolean;

// Families that nobody asked for were filled in for the host's own network (case S10).
const familyRule =
  (field: string): Rule =>
  ({ type, claims }) =>
    type === 'ExternalName' || !claims.field(field);

const unlessBalancer: Rule = ({ type }) => type !== 'LoadBalancer';

/**
 * When a field of a spec does not go to members: it was allocated or filled in, or the API refuses it beside this type, or beside this
 * affinity or policy (W25; core/v1 ServiceSpec). Every other field goes.
 */
const isDropped: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['allocateLoadBalancerNodePorts', unlessBalancer],
  // `None` is intent, an address is an allocation (cases S05, S12).
  ['clusterIP', ({ spec, type }) => type === 'ExternalName' || spec['clusterIP'] !== 'None'],
  ['clusterIPs', () => true],
  ['externalName', ({ type }) => type !== 'ExternalName'],
  [
    'externalTrafficPolicy',
    ({ spec, type }) => !exposed.has(type) && spec['externalIPs'] === undefined,
  ],
  // Each member allocates its own, unless one was asked for (case S07).
  [
    'healthCheckNodePort',
    ({ spec, type, claims }) =>
      type !== 'LoadBalancer' ||
      spec['externalTrafficPolicy'] !== 'Local' ||
      !claims.field('healthCheckNodePort'),
  ],
  ['internalTrafficPolicy', ({ type }) => type === 'ExternalName'],
  ['ipFamilies', familyRule('ipFamilies')],
  ['ipFamilyPolicy', familyRule('ipFamilyPolicy')],
  // The class that keeps the host's own cloud away must not keep the members' away.
  [
    'loadBalancerClass',
    ({ spec, type }) =>
      type !== 'LoadBalancer' || spec['loadBalancerClass'] === hostLoadBalancerClass,
  ],
  ['loadBalancerIP', unlessBalancer],
  ['loadBalancerSourceRanges', unlessBalancer],
  ['sessionAffinityConfig', ({ spec }) => spec['sessionAffinity'] !== 'ClientIP'],
]);

const exposed: ReadonlySet<string> = new Set(['NodePort', 'LoadBalancer']);

/** A node port goes along only where somebody asked for it and the type has one (case S03). */
const copyPorts = (ports: Json, { type, claims }: Declared): Json => {
  const hasNodePorts = exposed.has(type);
  if (!Array.isArray(ports)) return ports;
  return ports.map((port) => {
    if (!isJsonObject(port) || (hasNodePorts && claims.nodePort(port))) return port;
    const { nodePort: _, ...rest } = port;
    return rest;
  });
};
