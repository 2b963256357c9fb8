import type { Column, FieldError, KubeObject, Strategy } from '../../resource.ts';
import { addressWarnings } from '../faults/address-warnings.ts';
import { notSupported, required } from '../faults/fault.ts';
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
  immutable,
  metaFaults,
} from '../object/object-meta.ts';
import { ageColumn, firstOf, nameColumn, textColumn } from '../table/metadata-columns.ts';
import { sliceEndpointFaults, slicePortFaults } from './endpoint-slice-faults.ts';

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'] as const;
const RULES = { namespaced: true, nameFaults: subdomainFaults, strictFinalizers: true } as const;

function typeFaults(addressType: string): readonly FieldError[] {
  if (addressType === '') return [required('addressType')];
  const known = ADDRESS_TYPES.some((type) => type === addressType);
  return known ? [] : [notSupported('addressType', addressType, ADDRESS_TYPES)];
}

function sliceFaults(slice: KubeObject, old: KubeObject | undefined): readonly FieldError[] {
  const addressType = textOf(slice['addressType']) ?? '';
  const unchanged = old !== undefined && sameJson(slice['endpoints'], old['endpoints']);
  const endpoints = unchanged ? [] : bagsOf(slice['endpoints']);
  return [
    ...metaFaults(slice, RULES),
    ...typeFaults(addressType),
    ...slicePortFaults(bagsOf(slice['ports'])),
    ...sliceEndpointFaults(endpoints, addressType),
  ];
}

/** v1 takes no writes of the deprecated topology. */
function preparedEndpoint(endpoint: Bag): Bag {
  return withFields(endpoint, {
    conditions: bagOf(endpoint['conditions']),
    deprecatedTopology: undefined,
  });
}

function prepare(slice: KubeObject): KubeObject {
  const clean = withoutNulls(slice);
  const ports = bagsOf(clean['ports']).map((port) =>
    withFields(port, { name: port['name'] ?? '', protocol: port['protocol'] ?? 'TCP' }),
  );
  const endpoints = bagsOf(clean['endpoints']).map(preparedEndpoint);
  // Both lists are always there in what the API writes, null when empty.
  return withFields(clean, {
    ports: ports.length === 0 ? null : ports,
    endpoints: endpoints.length === 0 ? null : endpoints,
  });
}

function withGeneration(next: KubeObject, old: KubeObject): KubeObject {
  const content = ({ metadata, ...rest }: KubeObject) => ({ ...rest, labels: metadata.labels });
  const generation = old.metadata.generation ?? 1;
  const changed = !sameJson(content(next), content(old));
  return withFields(next, {
    metadata: { ...next.metadata, generation: changed ? generation + 1 : generation },
  });
}

/** They write no odd spellings, so that nobody looks. */
const CONTROLLERS = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];

/** Source: `warnOnDeprecatedAddressType`, `warnOnBadIPs` of the registry. */
function sliceWarnings(slice: KubeObject): readonly string[] {
  if (slice['addressType'] === 'FQDN') return ['spec.addressType: FQDN endpoints are deprecated'];
  const manager = slice.metadata.labels?.['endpointslice.kubernetes.io/managed-by'] ?? '';
  if (CONTROLLERS.includes(manager)) return [];
  return bagsOf(slice['endpoints']).flatMap((endpoint, at) =>
    textsOf(endpoint['addresses']).flatMap((address, index) =>
      addressWarnings(`endpoints[${at}].addresses[${index}]`, address),
    ),
  );
}

/** The rules of EndpointSlices. Source: `endpointSliceStrategy` and `ValidateEndpointSlice` of discovery. */
export const endpointSliceStrategy: Strategy = {
  decode: prepare,
  prepareForCreate: (slice) =>
    withFields(prepare(slice), { metadata: { ...slice.metadata, generation: 1 } }),
  prepareForUpdate: (next, old) => withGeneration(prepare(next), old),
  warn: sliceWarnings,
  validateCreate: (slice) => {
    const faults = sliceFaults(slice, undefined);
    return faults.length > 0 ? faults : commonCreateFaults(slice, true);
  },
  validateUpdate: (next, old) => [
    ...commonUpdateFaults(next, old, true),
    ...sliceFaults(next, old),
    ...immutable('addressType', next['addressType'], old['addressType']),
  ],
};

function portsText(slice: KubeObject): string {
  const texts = bagsOf(slice['ports']).map(({ port, name }) => {
    if (typeof port === 'number') return String(port);
    return typeof name === 'string' ? name : '*';
  });
  return texts.length === 0 ? '<unset>' : firstOf(texts, 3);
}

function endpointsText(slice: KubeObject): string {
  const addresses = bagsOf(slice['endpoints']).flatMap(({ addresses: ips }) => textsOf(ips));
  return addresses.length === 0 ? '<unset>' : firstOf(addresses, 3);
}

/** The columns of `kubectl get endpointslices`. Source: `printEndpointSlice` of the printers. */
export const endpointSliceColumns: readonly Column[] = [
  nameColumn,
  textColumn(
    'AddressType',
    'Family of the addresses.',
    (slice) => textOf(slice['addressType']) ?? '',
  ),
  textColumn('Ports', 'Ports of each endpoint.', portsText),
  textColumn('Endpoints', 'Addresses of the endpoints.', endpointsText),
  ageColumn,
];
