import {
  always,
  atomicListOf,
  flag,
  int32,
  mapOf,
  pointer,
  setOf,
  struct,
  text,
} from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';
import { objectOf } from './meta-v1.ts';
import { objectReference } from './object-reference.ts';

const discovery = 'io.k8s.api.discovery.v1';

const hints = struct(
  `${discovery}.EndpointHints`,
  { description: 'Who should prefer the endpoint.' },
  {
    forNodes: atomicListOf(
      struct(
        `${discovery}.ForNode`,
        { description: 'A node that should prefer the endpoint.', required: ['name'] },
        { name: text('Name of the node.') },
      ),
      'Nodes that should prefer the endpoint.',
    ),
    forZones: atomicListOf(
      struct(
        `${discovery}.ForZone`,
        { description: 'A zone that should prefer the endpoint.', required: ['name'] },
        { name: text('Name of the zone.') },
      ),
      'Zones that should prefer the endpoint.',
    ),
  },
);

const endpoint = struct(
  `${discovery}.Endpoint`,
  { description: 'One backend of a Service.', required: ['addresses'] },
  {
    addresses: setOf(text('An address.'), 'Addresses of the backend, all of the slice type.'),
    conditions: always(
      struct(
        `${discovery}.EndpointConditions`,
        { description: 'State of the backend.' },
        {
          ready: pointer(flag('Whether it should receive traffic.')),
          serving: pointer(flag('Whether it can serve, even while it stops.')),
          terminating: pointer(flag('Whether it is stopping.')),
        },
      ),
    ),
    deprecatedTopology: mapOf(text('A label value.'), 'Topology of the older version.'),
    hints,
    hostname: pointer(text('Host name of the backend.')),
    nodeName: pointer(text('Node that runs the backend.')),
    targetRef: objectReference,
    zone: pointer(text('Zone that the backend is in.')),
  },
);

const endpointPort = struct(
  `${discovery}.EndpointPort`,
  { description: 'One port of every endpoint of the slice.', atomic: true },
  {
    appProtocol: pointer(text('Application protocol spoken on the port.')),
    name: pointer(text('Name of the Service port it answers to.')),
    port: pointer(int32('Port number.')),
    protocol: pointer(text('TCP, UDP or SCTP.', 'v1.Protocol')),
  },
);

/** EndpointSlice of discovery.k8s.io/v1. */
export const endpointSliceSchema: StructSchema = objectOf(
  `${discovery}.EndpointSlice`,
  { description: 'A part of the backends of a Service.', required: ['addressType', 'endpoints'] },
  {
    addressType: text('IPv4, IPv6 or FQDN.', 'v1.AddressType'),
    endpoints: atomicListOf(endpoint, 'Backends of the slice.'),
    ports: atomicListOf(endpointPort, 'Ports of every backend of the slice.'),
  },
);
