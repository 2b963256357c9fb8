import type { FieldError } from '../../resource.ts';
import { duplicate, forbidden, invalidEach, notSupported, required } from '../faults/fault.ts';
import { printedStruct } from '../faults/go-value.ts';
import {
  labelFaults,
  portNameFaults,
  portNumberFaults,
  qualifiedNameFaults,
} from '../faults/names.ts';
import { isHeadless, type ServicePort, type ServiceSpec } from './service-view.ts';

/** The transport protocols of ports, as messages list them. */
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'] as const;

/** Faults of a port's protocol, which defaulting has filled. */
export function protocolFaults(field: string, protocol: string): readonly FieldError[] {
  if (protocol === '') return [required(field)];
  const known = PROTOCOLS.some((name) => name === protocol);
  return known ? [] : [notSupported(field, protocol, PROTOCOLS)];
}

function nameFaults(ports: readonly ServicePort[], index: number, name: string) {
  const field = `spec.ports[${index}].name`;
  if (name === '') return ports.length > 1 ? [required(field)] : [];
  const earlier = ports.findIndex((port) => port.name === name) < index;
  return [
    ...invalidEach(field, name, labelFaults(name)),
    ...(earlier ? [duplicate(field, name)] : []),
  ];
}

function targetFaults(field: string, target: number | string): readonly FieldError[] {
  const faults = typeof target === 'number' ? portNumberFaults(target) : portNameFaults(target);
  return invalidEach(field, target, faults);
}

function onePortFaults(ports: readonly ServicePort[], index: number, port: ServicePort) {
  const field = `spec.ports[${index}]`;
  const { appProtocol } = port;
  return [
    ...nameFaults(ports, index, port.name),
    ...invalidEach(`${field}.port`, port.port, portNumberFaults(port.port)),
    ...protocolFaults(`${field}.protocol`, port.protocol),
    ...targetFaults(`${field}.targetPort`, port.targetPort),
    ...(appProtocol === undefined
      ? []
      : invalidEach(`${field}.appProtocol`, appProtocol, qualifiedNameFaults(appProtocol))),
  ];
}

/** Faults of the ports one by one, and of their absence. Source: `ValidateService`, `validateServicePort`. */
export function portFaults(spec: ServiceSpec): readonly FieldError[] {
  return spec.ports.flatMap((port, index) => onePortFaults(spec.ports, index, port));
}

/** The fault of a Service without ports that is neither headless nor an ExternalName. */
export function missingPorts(spec: ServiceSpec): readonly FieldError[] {
  const free = isHeadless(spec) || spec.type === 'ExternalName';
  return spec.ports.length > 0 || free ? [] : [required('spec.ports')];
}

/** Faults of node ports where the type has none. */
export function strayNodePorts(spec: ServiceSpec): readonly FieldError[] {
  if (spec.type !== 'ClusterIP') return [];
  return spec.ports.flatMap(({ nodePort }, index) =>
    nodePort === 0
      ? []
      : [forbidden(`spec.ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'")],
  );
}

function printedKey({ protocol, port }: ServicePort): string {
  const key = { Name: '', Protocol: protocol, AppProtocol: null, Port: port };
  return printedStruct({ ...key, TargetPort: 0, NodePort: 0 });
}

function repeated(
  ports: readonly ServicePort[],
  keyOf: (port: ServicePort) => string,
): readonly (readonly [ServicePort, number])[] {
  const keys = ports.map(keyOf);
  return ports.flatMap((port, index) =>
    keys.indexOf(keyOf(port)) < index ? [[port, index] as const] : [],
  );
}

/** Faults of node ports and ports that occur twice under one protocol. */
export function repeatedPorts({ ports }: ServiceSpec): readonly FieldError[] {
  const nodePorts = repeated(ports, ({ nodePort, protocol }) => `${nodePort}/${protocol}`)
    .filter(([{ nodePort }]) => nodePort !== 0)
    .map(([{ nodePort }, index]) => duplicate(`spec.ports[${index}].nodePort`, nodePort));
  const numbers = repeated(ports, ({ port, protocol }) => `${port}/${protocol}`).map(
    ([port, index]) => duplicate(`spec.ports[${index}]`, { printed: printedKey(port) }),
  );
  return [...nodePorts, ...numbers];
}
