import type { FieldError, KubeObject } from '../../resource.ts';
import { addressFaults, endpointAddressFaults } from '../faults/addresses.ts';
import { forbidden, invalid, notSupported, required } from '../faults/fault.ts';
import { label1035Faults } from '../faults/names.ts';
import { bagOf, isBag } from '../object/json-access.ts';
import { labelsFaults, metaFaults, strictMetaUpdateFaults } from '../object/object-meta.ts';
import { clusterIpFaults } from './cluster-ip-faults.ts';
import { clusterIpUpdateFaults } from './cluster-ip-update-faults.ts';
import { missingPorts, portFaults, repeatedPorts, strayNodePorts } from './service-port-faults.ts';
import {
  balancerClassFaults,
  nodePortSwitchFaults,
  sourceRangeFaults,
  trafficFaults,
  typeFaults,
  typeRuleFaults,
} from './service-type-faults.ts';
import { needsHealthCheck, type ServiceSpec, specOf } from './service-view.ts';

const RULES = {
  namespaced: true,
  nameFaults: label1035Faults,
  strictFinalizers: true,
} as const;
const MAX_AFFINITY_SECONDS = 86_400;
const TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';
const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';

function topologyFaults(service: KubeObject): readonly FieldError[] {
  const annotations = bagOf(bagOf(service.metadata)['annotations']);
  const [mode, hints] = [annotations[TOPOLOGY_MODE], annotations[TOPOLOGY_HINTS]];
  if (typeof mode !== 'string' || typeof hints !== 'string' || mode === hints) return [];
  const text = `must match annotations[${TOPOLOGY_HINTS}] when both are specified`;
  return [invalid(`metadata.annotations[${TOPOLOGY_MODE}]`, mode, text)];
}

function clientIpFaults(config: unknown): readonly FieldError[] {
  const field = 'spec.sessionAffinityConfig';
  const text = 'when session affinity type is ClientIP';
  if (!isBag(config)) return [required(field, text)];
  const clientIp = config['clientIP'];
  if (!isBag(clientIp)) return [required(`${field}.clientIP`, text)];
  const seconds = clientIp['timeoutSeconds'];
  const path = `${field}.clientIP.timeoutSeconds`;
  if (typeof seconds !== 'number') return [required(path, text)];
  if (seconds > 0 && seconds <= MAX_AFFINITY_SECONDS) return [];
  return [invalid(path, seconds, `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`)];
}

function affinityFaults(service: KubeObject, spec: ServiceSpec): readonly FieldError[] {
  const config = bagOf(service['spec'])['sessionAffinityConfig'];
  switch (spec.sessionAffinity) {
    case 'ClientIP':
      return clientIpFaults(config);
    case 'None': {
      const text = 'must not be set when session affinity is None';
      return config === undefined ? [] : [forbidden('spec.sessionAffinityConfig', text)];
    }
    case '':
      return [required('spec.sessionAffinity')];
    default:
      return [notSupported('spec.sessionAffinity', spec.sessionAffinity, ['ClientIP', 'None'])];
  }
}

function externalIpFaults(spec: ServiceSpec, old: ServiceSpec | undefined) {
  return spec.externalIPs.flatMap((ip, index) => {
    const field = `spec.externalIPs[${index}]`;
    const form = addressFaults(field, ip, old?.externalIPs ?? []);
    return form.length > 0 ? form : endpointAddressFaults(field, ip);
  });
}

/** Faults of a Service as it would be stored. Source: `ValidateService` of core validation. */
export function serviceFaults(
  service: KubeObject,
  oldService: KubeObject | undefined,
): readonly FieldError[] {
  const spec = specOf(service);
  const old = oldService === undefined ? undefined : specOf(oldService);
  const before =
    oldService === undefined || old === undefined ? undefined : { service: oldService, spec: old };
  return [
    // An update has its metadata checked on its own.
    ...(oldService === undefined ? metaFaults(service, RULES) : []),
    ...topologyFaults(service),
    ...missingPorts(spec),
    ...typeRuleFaults(spec),
    ...portFaults(spec),
    ...labelsFaults(Object.fromEntries(spec.selector), 'spec.selector'),
    ...affinityFaults(service, spec),
    ...clusterIpFaults(spec, old),
    ...externalIpFaults(spec, old),
    ...typeFaults(spec),
    ...strayNodePorts(spec),
    ...repeatedPorts(spec),
    ...sourceRangeFaults(service, spec, before),
    ...nodePortSwitchFaults(spec),
    ...balancerClassFaults(spec),
    ...trafficFaults(spec),
  ];
}

/** Faults of an update of a Service. Source: `ValidateServiceUpdate` of core validation. */
export function serviceUpdateFaults(
  next: KubeObject,
  oldService: KubeObject,
): readonly FieldError[] {
  const [spec, old] = [specOf(next), specOf(oldService)];
  const checked = needsHealthCheck(spec) && needsHealthCheck(old);
  const moved = checked && spec.healthCheckNodePort !== old.healthCheckNodePort;
  return [
    ...strictMetaUpdateFaults(next, oldService),
    ...clusterIpUpdateFaults(spec, old),
    ...balancerClassFaults(spec, old),
    ...(moved ? [forbidden('spec.healthCheckNodePort', 'field is immutable')] : []),
    ...serviceFaults(next, oldService),
  ];
}
