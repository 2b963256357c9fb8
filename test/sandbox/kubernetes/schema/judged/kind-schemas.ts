import type { FieldSchema } from '../../../../../infra/sandbox/kubernetes/schema/field-schema.ts';
import { customResourceDefinitionSchema } from '../../../../../infra/sandbox/kubernetes/schema/kinds/custom-resource-definition.ts';
import { endpointSliceSchema } from '../../../../../infra/sandbox/kubernetes/schema/kinds/endpoint-slice.ts';
import { endpointsSchema } from '../../../../../infra/sandbox/kubernetes/schema/kinds/endpoints.ts';
import {
  eventSchema,
  eventsV1Schema,
} from '../../../../../infra/sandbox/kubernetes/schema/kinds/event.ts';
import { namespaceSchema } from '../../../../../infra/sandbox/kubernetes/schema/kinds/namespace.ts';
import { nodeSchema } from '../../../../../infra/sandbox/kubernetes/schema/kinds/node.ts';
import { secretSchema } from '../../../../../infra/sandbox/kubernetes/schema/kinds/secret.ts';
import { serviceSchema } from '../../../../../infra/sandbox/kubernetes/schema/kinds/service.ts';

/** The schema of a kind that cases name. Throws if there is none. */
export function schemaOfKind(kind: string): FieldSchema {
  const schema = kindSchemas[kind];
  if (schema === undefined) throw new Error(`Cannot find a schema for kind ${kind}: add it here`);
  return schema;
}

/** The built-in kinds by a name of their own. */
export const kindSchemas: { readonly [kind: string]: FieldSchema } = {
  CustomResourceDefinition: customResourceDefinitionSchema,
  EndpointSlice: endpointSliceSchema,
  Endpoints: endpointsSchema,
  Event: eventSchema,
  EventsV1Event: eventsV1Schema,
  Namespace: namespaceSchema,
  Node: nodeSchema,
  Secret: secretSchema,
  Service: serviceSchema,
};
