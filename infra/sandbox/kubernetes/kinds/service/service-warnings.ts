import type { KubeObject } from '../../resource.ts';
import { addressWarnings, networkWarnings } from '../faults/address-warnings.ts';
import { bagOf, textOf } from '../object/json-access.ts';
import { isHeadless, needsClusterIp, type ServiceSpec, specOf } from './service-view.ts';

const OLD_TOPOLOGY = 'service.kubernetes.io/topology-aware-hints';
const TOPOLOGY = 'service.kubernetes.io/topology-mode';

type Rules = readonly (readonly [boolean, string])[];

function textsThat(rules: Rules): readonly string[] {
  return rules.flatMap(([applies, text]) => (applies ? [text] : []));
}

function headlessWarnings(spec: ServiceSpec, loadBalancerIp: string): readonly string[] {
  const ignored = (field: string): string => `spec.${field} is ignored for headless services`;
  const headless = spec.type === 'ClusterIP' && isHeadless(spec);
  return textsThat([
    [headless && loadBalancerIp !== '', ignored('loadBalancerIP')],
    [headless && spec.externalIPs.length > 0, ignored('externalIPs')],
    [headless && spec.sessionAffinity !== 'None', ignored('SessionAffinity')],
  ]);
}

function nameWarnings({ type, externalIPs, externalName }: ServiceSpec): readonly string[] {
  const isName = type === 'ExternalName';
  return textsThat([
    [
      isName && externalIPs.length > 0,
      'spec.externalIPs is ignored when spec.type is "ExternalName"',
    ],
    [
      !isName && externalName !== '',
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    ],
  ]);
}

/** What the API warns of a valid Service. Source: `GetWarningsForService`. */
export function serviceWarnings(service: KubeObject): readonly string[] {
  const spec = specOf(service);
  const loadBalancerIp = textOf(bagOf(service['spec'])['loadBalancerIP']) ?? '';
  const each = (
    name: string,
    values: readonly string[],
    warn: (field: string, value: string) => readonly string[],
  ): readonly string[] => values.flatMap((value, index) => warn(`spec.${name}[${index}]`, value));
  const hasIps = needsClusterIp(spec) && !isHeadless(spec);
  return [
    ...(service.metadata.annotations?.[OLD_TOPOLOGY] === undefined
      ? []
      : [`annotation ${OLD_TOPOLOGY} is deprecated, please use ${TOPOLOGY} instead`]),
    ...each('clusterIPs', hasIps ? spec.clusterIPs : [], addressWarnings),
    ...headlessWarnings(spec, loadBalancerIp),
    ...each('externalIPs', spec.externalIPs, addressWarnings),
    ...addressWarnings('spec.loadBalancerIP', loadBalancerIp),
    ...each('loadBalancerSourceRanges', spec.loadBalancerSourceRanges, networkWarnings),
    ...nameWarnings(spec),
  ];
}
