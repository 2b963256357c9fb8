import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';
import {
  federationLabel,
  hostLoadBalancerClass,
  ingressAnnotation,
  ownDomain,
} from '../model/names.ts';
import type { ServiceManifest } from '../model/plan.ts';
import type { ServiceObject } from '../model/service-object.ts';
import type { PlanSettings } from '../model/settings.ts';

/** Annotations that speak about the host's object and mean nothing on a copy (W30). */
const hostOnlyAnnotations: readonly string[] = [
  ingressAnnotation,
  'kubectl.kubernetes.io/last-applied-configuration',
  'federation.alpha.kubernetes.io/cluster-selector',
];

/** What each member cluster should hold: the declaration less everything that a cluster allocates for itself. */
export const desiredClusterService = (
  service: ServiceObject,
  settings: Pick<PlanSettings, 'federation'>,
): ServiceManifest => ({
  key: service.key,
  labels: {
    ...without(service.labels, (key) => key.startsWith(ownDomain)),
    [federationLabel]: settings.federation,
  },
  annotations: without(
    service.annotations,
    (key) => key.startsWith(ownDomain) || hostOnlyAnnotations.includes(key),
  ),
  spec: copySpec(service.spec),
});

/** True if the object in a member is the copy that this federation made. */
export const isCopy = (
  service: ServiceObject,
  settings: Pick<PlanSettings, 'federation'>,
): boolean => service.labels[federationLabel] === settings.federation;

const copySpec = (spec: JsonObject): JsonObject => {
  const dropped = new Set(['healthCheckNodePort', ...addressFields(spec), ...familyFields(spec)]);
  if (spec['loadBalancerClass'] === hostLoadBalancerClass) dropped.add('loadBalancerClass');
  const kept = without(spec, (field) => dropped.has(field));
  const ports = kept['ports'];
  return Array.isArray(ports) ? { ...kept, ports: ports.map(copyPort) } : kept;
};

// `None` is intent, an address is an allocation (case S12).
const addressFields = (spec: JsonObject): readonly string[] =>
  spec['clusterIP'] === 'None' ? ['clusterIPs'] : ['clusterIP', 'clusterIPs'];

// A single IPv4 family is what every API server fills in; anything else was asked for (case S10).
const familyFields = (spec: JsonObject): readonly string[] => {
  const families = spec['ipFamilies'];
  const single = spec['ipFamilyPolicy'] === undefined || spec['ipFamilyPolicy'] === 'SingleStack';
  const filledIn =
    single && (!Array.isArray(families) || families.every((family) => family === 'IPv4'));
  return filledIn ? ['ipFamilies', 'ipFamilyPolicy'] : [];
};

// A host allocates node ports as any cluster does; each member allocates its own (case S03).
const copyPort = (port: Json): Json =>
  isJsonObject(port) ? without(port, (field) => field === 'nodePort') : port;

const without = <Value>(
  record: { readonly [key: string]: Value },
  dropped: (key: string) => boolean,
): { readonly [key: string]: Value } =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !dropped(key)));
