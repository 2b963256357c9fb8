import type { Resource, Strategy } from '../../../../infra/sandbox/kubernetes/resource.ts';
import { fieldSchemaFromJsonSchema } from '../../../../infra/sandbox/kubernetes/schema/from-json-schema.ts';
import { schemaOfKind } from './judged/kind-schemas.ts';

const strategy: Strategy = {
  prepareForCreate: (object) => object,
  prepareForUpdate: (next) => next,
  validateCreate: () => [],
  validateUpdate: () => [],
};

const shared = {
  version: 'v1',
  shortNames: [],
  categories: [],
  selectableFields: [],
  createOnUpdate: false,
  countsGeneration: false,
  columns: [],
  strategy,
} as const;

/** Two built-in resources and a custom one, to publish. */
export const openApiResources: readonly Resource[] = [
  {
    ...shared,
    group: '',
    kind: 'Service',
    listKind: 'ServiceList',
    plural: 'services',
    singular: 'service',
    namespaced: true,
    hasStatus: true,
    schema: schemaOfKind('Service'),
    strategicMerge: true,
  },
  {
    ...shared,
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
    listKind: 'CustomResourceDefinitionList',
    plural: 'customresourcedefinitions',
    singular: 'customresourcedefinition',
    namespaced: false,
    hasStatus: true,
    schema: schemaOfKind('CustomResourceDefinition'),
    strategicMerge: true,
  },
  {
    ...shared,
    group: 'example.com',
    kind: 'Widget',
    listKind: 'WidgetList',
    plural: 'widgets',
    singular: 'widget',
    namespaced: true,
    hasStatus: false,
    schema: fieldSchemaFromJsonSchema({
      type: 'object',
      description: 'A widget.',
      properties: {
        spec: {
          type: 'object',
          required: ['size'],
          properties: {
            size: { type: 'integer', minimum: 1 },
            port: { 'x-kubernetes-int-or-string': true },
            note: { type: 'string', nullable: true },
            free: {
              type: 'object',
              'x-kubernetes-preserve-unknown-fields': true,
              properties: { known: { type: 'string' } },
            },
          },
        },
      },
    }),
    strategicMerge: false,
  },
];
