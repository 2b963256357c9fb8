import { atomicListOf, int32, pointer, struct, text } from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';
import { objectOf } from './meta-v1.ts';
import { objectReference } from './object-reference.ts';

const core = 'io.k8s.api.core.v1';

const endpointAddress = struct(
  `${core}.EndpointAddress`,
  { description: 'One address that serves.', required: ['ip'], atomic: true },
  {
    hostname: text('Host name of the address.'),
    ip: text('The address.'),
    nodeName: pointer(text('Node that holds the address.')),
    targetRef: objectReference,
  },
);

const endpointPort = struct(
  `${core}.EndpointPort`,
  { description: 'One port that serves.', required: ['port'], atomic: true },
  {
    appProtocol: pointer(text('Application protocol spoken on the port.')),
    name: text('Name of the Service port it answers to.'),
    port: int32('Port number.'),
    protocol: text('TCP, UDP or SCTP.', 'v1.Protocol'),
  },
);

const endpointSubset = struct(
  `${core}.EndpointSubset`,
  { description: 'Addresses that share the same ports.' },
  {
    addresses: atomicListOf(endpointAddress, 'Addresses that are ready.'),
    notReadyAddresses: atomicListOf(endpointAddress, 'Addresses that are not ready.'),
    ports: atomicListOf(endpointPort, 'Ports of these addresses.'),
  },
);

/** Endpoints of core v1 (k8s.io/api/core/v1 `Endpoints`). */
export const endpointsSchema: StructSchema = objectOf(
  `${core}.Endpoints`,
  { description: 'The addresses that serve a Service.' },
  { subsets: atomicListOf(endpointSubset, 'Addresses, grouped by their ports.') },
);
