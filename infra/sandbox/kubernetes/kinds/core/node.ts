import type { FieldError, KubeObject, Strategy } from '../../resource.ts';
import { networkWarnings } from '../faults/address-warnings.ts';
import { cidrFaults } from '../faults/addresses.ts';
import { duplicate, forbidden, invalid } from '../faults/fault.ts';
import { printedJson, printedStruct } from '../faults/go-value.ts';
import { subdomainFaults } from '../faults/names.ts';
import {
  type Bag,
  bagOf,
  bagsOf,
  sameJson,
  textOf,
  textsOf,
  withFields,
  withoutNulls,
} from '../object/json-access.ts';
import {
  commonCreateFaults,
  commonUpdateFaults,
  metaFaults,
  strictMetaUpdateFaults,
} from '../object/object-meta.ts';

const RULES = { namespaced: false, nameFaults: subdomainFaults, strictFinalizers: true } as const;
const EMPTY_INFO = {
  machineID: '',
  systemUUID: '',
  bootID: '',
  kernelVersion: '',
  osImage: '',
  containerRuntimeVersion: '',
  kubeletVersion: '',
  kubeProxyVersion: '',
  operatingSystem: '',
  architecture: '',
} as const;

function podCidrsOf(node: KubeObject): readonly string[] {
  return textsOf(bagOf(node['spec'])['podCIDRs']);
}

const POD_CIDRS = 'spec.podCIDRs';

function podCidrFaults(node: KubeObject): readonly FieldError[] {
  const cidrs = podCidrsOf(node);
  const faults = cidrs.flatMap((cidr, index) => cidrFaults(`${POD_CIDRS}[${index}]`, cidr));
  const families = new Set(cidrs.map((cidr) => cidr.includes(':')));
  if (cidrs.length < 2 || (cidrs.length === 2 && families.size === 2)) return faults;
  const text = 'may specify no more than one CIDR for each IP family';
  const each = invalid(POD_CIDRS, { printed: printedJson(cidrs) }, text);
  return [...faults, ...unparsedFault(cidrs), each];
}

/** The families of CIDRs that do not parse can't be told apart, which the API calls its own fault. */
function unparsedFault(cidrs: readonly string[]): readonly FieldError[] {
  const at = cidrs.findIndex((cidr) => cidrFaults('', cidr).length > 0);
  if (at < 0) return [];
  const reason = `invalid CIDR[${at}]: <nil> (invalid CIDR address: ${cidrs[at]})`;
  const message = `Internal error: invalid PodCIDRs. failed to check with dual stack with error:${reason}`;
  return [{ reason: 'InternalError', field: POD_CIDRS, message }];
}

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' } as const;

/** A node is new until its conditions are seen. Source: the `TaintNodesByCondition` admission plugin. */
function withNotReadyTaint(node: KubeObject): KubeObject {
  const spec = bagOf(node['spec']);
  const taints = bagsOf(spec['taints']);
  const has = taints.some(
    ({ key, effect }) => key === NOT_READY.key && effect === NOT_READY.effect,
  );
  return has
    ? node
    : withFields(node, { spec: withFields(spec, { taints: [...taints, NOT_READY] }) });
}

function addressFaults(node: KubeObject): readonly FieldError[] {
  const keys = bagsOf(bagOf(node['status'])['addresses']).map(({ type, address }) => {
    const [kind, text] = [textOf(type) ?? '', textOf(address) ?? ''];
    return printedStruct({ Type: kind, Address: text });
  });
  return keys.flatMap((printed, index) =>
    keys.indexOf(printed) < index ? [duplicate(`status.addresses[${index}]`, { printed })] : [],
  );
}

function onceSetFaults(next: KubeObject, old: KubeObject): readonly FieldError[] {
  const before = podCidrsOf(old);
  const after = podCidrsOf(next);
  const changes =
    before.length === after.length ? before.filter((cidr, i) => cidr !== after[i]) : [''];
  const podCidrs = before.length === 0 ? [] : changes;
  const text = (field: string) => `node updates may not change ${field} except from "" to valid`;
  const provider = textOf(bagOf(old['spec'])['providerID']);
  const kept = provider === undefined || provider === bagOf(next['spec'])['providerID'];
  return [
    ...podCidrs.map(() => forbidden('spec.podCIDRs', text('podCIDR'))),
    ...(kept ? [] : [forbidden('spec.providerID', text('providerID'))]),
  ];
}

function nodeFaults(node: KubeObject): readonly FieldError[] {
  return [...metaFaults(node, RULES), ...podCidrFaults(node)];
}

function nodeUpdateFaults(next: KubeObject, old: KubeObject): readonly FieldError[] {
  return [
    ...strictMetaUpdateFaults(next, old),
    ...addressFaults(next),
    ...onceSetFaults(next, old),
  ];
}

/** Moments that no one has stated are null in what the API writes. */
function withMoments(conditions: readonly Bag[]): readonly Bag[] | undefined {
  if (conditions.length === 0) return undefined;
  return conditions.map((condition) => ({
    ...condition,
    lastHeartbeatTime: condition['lastHeartbeatTime'] ?? null,
    lastTransitionTime: condition['lastTransitionTime'] ?? null,
  }));
}

function defaultNode(submitted: KubeObject): KubeObject {
  const node = withoutNulls(submitted);
  const status = bagOf(node['status']);
  const { capacity, allocatable = capacity } = status;
  return withFields(node, {
    spec: bagOf(node['spec']),
    status: withFields(status, {
      allocatable,
      conditions: withMoments(bagsOf(status['conditions'])),
      daemonEndpoints: status['daemonEndpoints'] ?? { kubeletEndpoint: { Port: 0 } },
      nodeInfo: { ...EMPTY_INFO, ...bagOf(status['nodeInfo']) },
    }),
  });
}

/** The rules of Nodes: identity, pod CIDRs, addresses. Source: `ValidateNode`, `ValidateNodeUpdate` of core validation. */
export const nodeStrategy: Strategy = {
  decode: defaultNode,
  prepareForCreate: (node) => withNotReadyTaint(defaultNode(node)),
  warn: (node) =>
    podCidrsOf(node).flatMap((cidr, at) => networkWarnings(`${POD_CIDRS}[${at}]`, cidr)),
  prepareForUpdate: (next, old) => withFields(defaultNode(next), { status: old['status'] }),
  prepareForStatusUpdate: (next, old) => withFields(defaultNode(next), { spec: old['spec'] }),
  validateCreate: (node) => {
    const faults = nodeFaults(node);
    return faults.length > 0 ? faults : commonCreateFaults(node, false);
  },
  validateUpdate: (next, old) => [
    ...commonUpdateFaults(next, old, false),
    ...(sameJson(next['status'], old['status']) ? nodeFaults(next) : []),
    ...nodeUpdateFaults(next, old),
  ],
};
