import type { FieldError } from '../../resource.ts';
import {
  addressFaults,
  endpointAddressFaults,
  isV6,
  strictAddressFaults,
} from '../faults/addresses.ts';
import { duplicate, invalid, invalidEach, required, tooMany } from '../faults/fault.ts';
import {
  domainNameFault,
  labelFaults,
  labelValueFaults,
  qualifiedNameFaults,
  subdomainFaults,
} from '../faults/names.ts';
import { type Bag, bagOf, bagsOf, isBag, textOf, textsOf } from '../object/json-access.ts';
import { protocolFaults } from '../service/service-port-faults.ts';

const MAX_ENDPOINTS = 1_000;
const MAX_ADDRESSES = 100;
const MAX_PORTS = 20_000;
const MAX_HINTS = 8;

function ipFaults(family: 'IPv4' | 'IPv6', list: string, index: number, address: string) {
  const field = `${list}[${index}]`;
  const form =
    family === 'IPv4' ? addressFaults(field, address) : strictAddressFaults(field, address);
  if (form.length > 0) return form;
  const fits = isV6(address) === (family === 'IPv6');
  return [
    ...(fits ? [] : [invalid(list, address, `must be an ${family} address`)]),
    ...endpointAddressFaults(field, address),
  ];
}

function domainFaults(list: string, index: number, address: string): readonly FieldError[] {
  const field = `${list}[${index}]`;
  if (address === '') return [required(field)];
  const fault = domainNameFault(address);
  return fault === undefined ? [] : [invalid(field, fault.part, fault.text)];
}

function addressesFaults(endpoint: Bag, type: string, field: string): readonly FieldError[] {
  const list = `${field}.addresses`;
  const addresses = textsOf(endpoint['addresses']);
  const count =
    addresses.length === 0
      ? [required(list, 'must contain at least 1 address')]
      : addresses.length > MAX_ADDRESSES
        ? [tooMany(list, addresses.length, MAX_ADDRESSES)]
        : [];
  const each = addresses.flatMap((address, index) => {
    if (type === 'IPv4' || type === 'IPv6') return ipFaults(type, list, index, address);
    return type === 'FQDN' ? domainFaults(list, index, address) : [];
  });
  return [...count, ...each];
}

function hintsFaults(
  hints: readonly Bag[],
  field: string,
  nameFaults: (name: string) => readonly string[],
): readonly FieldError[] {
  const names = hints.map((hint) => textOf(hint['name']) ?? '');
  return names.flatMap((name, index) => [
    ...(names.indexOf(name) < index ? [duplicate(`${field}[${index}].name`, name)] : []),
    ...invalidEach(`${field}[${index}].name`, name, nameFaults(name)),
  ]);
}

function hintListFaults(
  hints: unknown,
  field: string,
  rule: readonly [list: 'forZones' | 'forNodes', (name: string) => readonly string[]],
): readonly FieldError[] {
  const [list, nameFaults] = rule;
  const entries = bagsOf(bagOf(hints)[list]);
  const path = `${field}.${list}`;
  if (entries.length > MAX_HINTS) return [tooMany(path, entries.length, MAX_HINTS)];
  return hintsFaults(entries, path, nameFaults);
}

function allHintFaults(hints: unknown, field: string): readonly FieldError[] {
  const zones = hintListFaults(hints, field, ['forZones', labelValueFaults]);
  // Too many zones hide what is wrong with the nodes.
  if (zones.some(({ reason }) => reason === 'FieldValueTooMany')) return zones;
  return [...zones, ...hintListFaults(hints, field, ['forNodes', subdomainFaults])];
}

function oneEndpointFaults(endpoint: Bag, type: string, field: string): readonly FieldError[] {
  const { nodeName, hostname, hints } = endpoint;
  return [
    ...addressesFaults(endpoint, type, field),
    ...(typeof nodeName === 'string'
      ? invalidEach(`${field}.nodeName`, nodeName, subdomainFaults(nodeName))
      : []),
    ...(typeof hostname === 'string'
      ? invalidEach(`${field}.hostname`, hostname, labelFaults(hostname))
      : []),
    ...(isBag(hints) ? allHintFaults(hints, `${field}.hints`) : []),
  ];
}

/** Faults of the endpoints of a slice. Source: `validateEndpoints` of discovery validation. */
export function sliceEndpointFaults(
  endpoints: readonly Bag[],
  addressType: string,
): readonly FieldError[] {
  if (endpoints.length > MAX_ENDPOINTS) {
    return [tooMany('endpoints', endpoints.length, MAX_ENDPOINTS)];
  }
  return endpoints.flatMap((endpoint, index) =>
    oneEndpointFaults(endpoint, addressType, `endpoints[${index}]`),
  );
}

/** Faults of the ports of a slice. Source: `validatePorts` of discovery validation. */
export function slicePortFaults(ports: readonly Bag[]): readonly FieldError[] {
  if (ports.length > MAX_PORTS) return [tooMany('ports', ports.length, MAX_PORTS)];
  const names = ports.map((port) => textOf(port['name']) ?? '');
  return ports.flatMap((port, index) => {
    const field = `ports[${index}]`;
    const name = names[index] ?? '';
    const app = port['appProtocol'];
    return [
      ...(name === '' ? [] : invalidEach(`${field}.name`, name, labelFaults(name))),
      ...(names.indexOf(name) < index ? [duplicate(`${field}.name`, name)] : []),
      ...protocolFaults(`${field}.protocol`, textOf(port['protocol']) ?? ''),
      ...(typeof app === 'string'
        ? invalidEach(`${field}.appProtocol`, app, qualifiedNameFaults(app))
        : []),
    ];
  });
}
