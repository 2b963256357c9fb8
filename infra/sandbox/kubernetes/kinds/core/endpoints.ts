import type { Column, FieldError, KubeObject, Strategy } from '../../resource.ts';
import { addressWarnings } from '../faults/address-warnings.ts';
import { addressFaults, endpointAddressFaults } from '../faults/addresses.ts';
import { invalidEach, required } from '../faults/fault.ts';
import {
  labelFaults,
  portNumberFaults,
  qualifiedNameFaults,
  subdomainFaults,
} from '../faults/names.ts';
import {
  type Bag,
  bagsOf,
  sameJson,
  textOf,
  withFields,
  withoutNulls,
} from '../object/json-access.ts';
import {
  commonCreateFaults,
  commonUpdateFaults,
  metaFaults,
  strictMetaUpdateFaults,
} from '../object/object-meta.ts';
import { protocolFaults } from '../service/service-port-faults.ts';
import { ageColumn, firstOf, nameColumn, textColumn } from '../table/metadata-columns.ts';

const RULES = { namespaced: true, nameFaults: subdomainFaults, strictFinalizers: true } as const;

function portCount(port: Bag): number {
  return typeof port['port'] === 'number' ? port['port'] : 0;
}

function portFaults(port: Bag, requireName: boolean, field: string): readonly FieldError[] {
  const name = textOf(port['name']);
  const app = port['appProtocol'];
  const nameFaults =
    name === undefined
      ? requireName
        ? [required(`${field}.name`)]
        : []
      : invalidEach(`${field}.name`, name, labelFaults(name));
  return [
    ...nameFaults,
    ...invalidEach(`${field}.port`, portCount(port), portNumberFaults(portCount(port))),
    ...protocolFaults(`${field}.protocol`, textOf(port['protocol']) ?? ''),
    ...(typeof app === 'string'
      ? invalidEach(`${field}.appProtocol`, app, qualifiedNameFaults(app))
      : []),
  ];
}

function addressEntryFaults(address: Bag, field: string): readonly FieldError[] {
  const ip = textOf(address['ip']) ?? '';
  const hostname = textOf(address['hostname']);
  const nodeName = address['nodeName'];
  return [
    ...addressFaults(`${field}.ip`, ip),
    ...(hostname === undefined
      ? []
      : invalidEach(`${field}.hostname`, hostname, labelFaults(hostname))),
    ...(typeof nodeName === 'string'
      ? invalidEach(`${field}.nodeName`, nodeName, subdomainFaults(nodeName))
      : []),
    ...endpointAddressFaults(`${field}.ip`, ip),
  ];
}

function subsetFaults(subset: Bag, field: string): readonly FieldError[] {
  const [ready, notReady] = [bagsOf(subset['addresses']), bagsOf(subset['notReadyAddresses'])];
  const ports = bagsOf(subset['ports']);
  const empty = ready.length === 0 && notReady.length === 0;
  return [
    ...(empty ? [required(field, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...ready.flatMap((entry, index) => addressEntryFaults(entry, `${field}.addresses[${index}]`)),
    ...notReady.flatMap((entry, index) =>
      addressEntryFaults(entry, `${field}.notReadyAddresses[${index}]`),
    ),
    ...ports.flatMap((port, index) =>
      portFaults(port, ports.length > 1, `${field}.ports[${index}]`),
    ),
  ];
}

function endpointsFaults(object: KubeObject, old: KubeObject | undefined): readonly FieldError[] {
  const unchanged = old !== undefined && sameJson(object['subsets'], old['subsets']);
  const subsets = unchanged ? [] : bagsOf(object['subsets']);
  return [
    ...metaFaults(object, RULES),
    ...subsets.flatMap((subset, index) => subsetFaults(subset, `subsets[${index}]`)),
  ];
}

function defaultEndpoints(object: KubeObject): KubeObject {
  const clean = withoutNulls(object);
  const subsets = bagsOf(clean['subsets']).map((subset) => {
    const ports = bagsOf(subset['ports']).map((port) =>
      textOf(port['protocol']) === undefined ? withFields(port, { protocol: 'TCP' }) : port,
    );
    return ports.length === 0 ? subset : withFields(subset, { ports });
  });
  return withFields(clean, { subsets: subsets.length === 0 ? undefined : subsets });
}

/** Source: `endpointsWarnings` of the registry, which trusts the spelling of the controller of Endpoints. */
function endpointsWarnings(endpoints: KubeObject): readonly string[] {
  const manager = endpoints.metadata.labels?.['endpoints.kubernetes.io/managed-by'];
  if (manager === 'endpoint-controller') return [];
  return bagsOf(endpoints['subsets']).flatMap((subset, at) =>
    ['addresses', 'notReadyAddresses'].flatMap((list) =>
      bagsOf(subset[list]).flatMap(({ ip }, index) =>
        addressWarnings(`subsets[${at}].${list}[${index}].ip`, textOf(ip) ?? ''),
      ),
    ),
  );
}

/** The rules of Endpoints. Source: `ValidateEndpoints` of core validation. */
export const endpointsStrategy: Strategy = {
  prepareForCreate: defaultEndpoints,
  prepareForUpdate: defaultEndpoints,
  warn: endpointsWarnings,
  validateCreate: (object) => {
    const faults = endpointsFaults(object, undefined);
    return faults.length > 0 ? faults : commonCreateFaults(object, true);
  },
  validateUpdate: (next, old) => [
    ...commonUpdateFaults(next, old, true),
    ...strictMetaUpdateFaults(next, old),
    ...endpointsFaults(next, old),
  ],
};

function hostPort(ip: string, port: number): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}

function endpointsText(object: KubeObject): string {
  const subsets = bagsOf(object['subsets']);
  if (subsets.length === 0) return '<none>';
  const texts = subsets.flatMap((subset) => {
    const ips = bagsOf(subset['addresses']).map((entry) => textOf(entry['ip']) ?? '');
    const ports = bagsOf(subset['ports']);
    if (ports.length === 0) return ips;
    return ports.flatMap((port) => ips.map((ip) => hostPort(ip, portCount(port))));
  });
  return firstOf(texts, 3);
}

/** The columns of `kubectl get endpoints`. Source: `printEndpoints` of the printers. */
export const endpointsColumns: readonly Column[] = [
  nameColumn,
  textColumn('Endpoints', 'Addresses and ports that are ready.', endpointsText),
  ageColumn,
];
