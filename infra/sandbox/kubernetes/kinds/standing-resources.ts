import type { Resource } from '../resource.ts';
import { customResourceDefinitionSchema } from '../schema/kinds/custom-resource-definition.ts';
import { endpointSliceSchema } from '../schema/kinds/endpoint-slice.ts';
import { endpointsSchema } from '../schema/kinds/endpoints.ts';
import { eventSchema, eventsV1Schema } from '../schema/kinds/event.ts';
import { namespaceSchema } from '../schema/kinds/namespace.ts';
import { nodeSchema } from '../schema/kinds/node.ts';
import { secretSchema } from '../schema/kinds/secret.ts';
import { serviceAccountSchema } from '../schema/kinds/service-account.ts';
import { endpointSliceColumns, endpointSliceStrategy } from './core/endpoint-slice.ts';
import { endpointsColumns, endpointsStrategy } from './core/endpoints.ts';
import { eventColumns, eventStrategy } from './core/event.ts';
import { eventsV1Columns, eventsV1Strategy, fromCoreEvent, toCoreEvent } from './core/events-v1.ts';
import { namespaceColumns, namespaceStrategy } from './core/namespace.ts';
import { nodeStrategy } from './core/node.ts';
import { nodeColumns } from './core/node-columns.ts';
import { secretColumns, secretStrategy } from './core/secret.ts';
import { serviceAccountColumns, serviceAccountStrategy } from './core/service-account.ts';
import { definitionColumns, definitionStrategy } from './definition/definition-strategy.ts';
import { CORE, describeResource } from './describe-resource.ts';
import { rbacResources } from './rbac/resources.ts';
import { reviewResources } from './review-resources.ts';

const endpoints = describeResource(
  { ...CORE, createOnUpdate: true },
  { kind: 'Endpoints', plural: 'endpoints', singular: 'endpoints', shortNames: ['ep'] },
  { schema: endpointsSchema, columns: endpointsColumns, strategy: endpointsStrategy },
);

const endpointSlices = describeResource(
  { ...CORE, group: 'discovery.k8s.io' },
  { kind: 'EndpointSlice', plural: 'endpointslices', singular: 'endpointslice' },
  { schema: endpointSliceSchema, columns: endpointSliceColumns, strategy: endpointSliceStrategy },
);

const nodes = describeResource(
  { ...CORE, namespaced: false, hasStatus: true },
  { kind: 'Node', plural: 'nodes', singular: 'node', shortNames: ['no'] },
  {
    schema: nodeSchema,
    columns: nodeColumns,
    strategy: nodeStrategy,
    selectableFields: ['spec.unschedulable'],
  },
);

const namespaces = describeResource(
  { ...CORE, namespaced: false, hasStatus: true },
  { kind: 'Namespace', plural: 'namespaces', singular: 'namespace', shortNames: ['ns'] },
  {
    schema: namespaceSchema,
    columns: namespaceColumns,
    strategy: namespaceStrategy,
    selectableFields: ['status.phase'],
  },
);

const secrets = describeResource(
  CORE,
  { kind: 'Secret', plural: 'secrets', singular: 'secret' },
  {
    schema: secretSchema,
    columns: secretColumns,
    strategy: secretStrategy,
    selectableFields: ['type'],
  },
);

const serviceAccounts = describeResource(
  CORE,
  {
    kind: 'ServiceAccount',
    plural: 'serviceaccounts',
    singular: 'serviceaccount',
    shortNames: ['sa'],
  },
  {
    schema: serviceAccountSchema,
    columns: serviceAccountColumns,
    strategy: serviceAccountStrategy,
  },
);

const INVOLVED = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];
const EVENT_NAMES = {
  kind: 'Event',
  plural: 'events',
  singular: 'event',
  shortNames: ['ev'],
} as const;

const events = describeResource({ ...CORE, createOnUpdate: true }, EVENT_NAMES, {
  schema: eventSchema,
  columns: eventColumns,
  strategy: eventStrategy,
  selectableFields: [
    ...INVOLVED.map((field) => `involvedObject.${field}`),
    'reason',
    'reportingComponent',
    'type',
  ],
});

const eventsV1: Resource = {
  ...describeResource({ ...CORE, group: 'events.k8s.io', createOnUpdate: true }, EVENT_NAMES, {
    schema: eventsV1Schema,
    columns: eventsV1Columns,
    strategy: eventsV1Strategy,
    selectableFields: [
      ...INVOLVED.map((field) => `regarding.${field}`),
      'reason',
      'reportingController',
      'type',
    ],
  }),
  storedAs: { group: '', plural: 'events', toStored: toCoreEvent, fromStored: fromCoreEvent },
};

const definitions = describeResource(
  { ...CORE, group: 'apiextensions.k8s.io', namespaced: false, hasStatus: true },
  {
    kind: 'CustomResourceDefinition',
    plural: 'customresourcedefinitions',
    singular: 'customresourcedefinition',
    shortNames: ['crd', 'crds'],
    categories: ['api-extensions'],
  },
  {
    schema: customResourceDefinitionSchema,
    columns: definitionColumns,
    strategy: definitionStrategy,
  },
);

/** The kinds whose rules need nothing of the server: all but Services. */
export const standingResources: readonly Resource[] = [
  endpoints,
  nodes,
  namespaces,
  secrets,
  serviceAccounts,
  events,
  eventsV1,
  endpointSlices,
  definitions,
  ...rbacResources,
  ...reviewResources,
];
