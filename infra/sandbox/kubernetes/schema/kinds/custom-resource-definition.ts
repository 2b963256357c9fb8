import {
  always,
  atomicListOf,
  bytes,
  flag,
  int32,
  keyedListOf,
  pointer,
  struct,
  text,
} from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';
import { jsonSchemaProps } from './json-schema-props.ts';
import { objectOf, time } from './meta-v1.ts';

const extensions = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

const names = struct(
  `${extensions}.CustomResourceDefinitionNames`,
  { description: 'Names under which the resource is served.', required: ['plural', 'kind'] },
  {
    categories: atomicListOf(text('A category.'), 'Groups of resources such as all.'),
    kind: text('Kind of the objects.'),
    listKind: text('Kind of the lists of the objects.'),
    plural: text('Plural name, as in the path.'),
    shortNames: atomicListOf(text('A short name.'), 'Short names for the command line.'),
    singular: text('Singular name.'),
  },
);

const webhookClientConfig = struct(
  `${extensions}.WebhookClientConfig`,
  { description: 'How to reach the webhook.' },
  {
    caBundle: bytes('Certificates that vouch for the webhook.'),
    service: struct(
      `${extensions}.ServiceReference`,
      { description: 'The Service of the webhook.', required: ['namespace', 'name'] },
      {
        name: text('Name of the Service.'),
        namespace: text('Namespace of the Service.'),
        path: pointer(text('Path of the webhook.')),
        port: pointer(int32('Port of the Service.')),
      },
    ),
    url: pointer(text('Address of the webhook.')),
  },
);

const conversion = struct(
  `${extensions}.CustomResourceConversion`,
  { description: 'How objects pass from one version to another.', required: ['strategy'] },
  {
    strategy: text('None or Webhook.', 'v1.ConversionStrategyType'),
    webhook: struct(
      `${extensions}.WebhookConversion`,
      { description: 'The webhook that converts.', required: ['conversionReviewVersions'] },
      {
        clientConfig: webhookClientConfig,
        conversionReviewVersions: atomicListOf(
          text('A version.'),
          'Review versions that the webhook understands.',
        ),
      },
    ),
  },
);

const columnDefinition = struct(
  `${extensions}.CustomResourceColumnDefinition`,
  { description: 'One column of the table.', required: ['name', 'type', 'jsonPath'] },
  {
    description: text('What the column shows.'),
    format: text('OpenAPI format of the column.'),
    jsonPath: text('Path of the value.'),
    name: text('Heading of the column.'),
    priority: int32('Zero is always shown, higher only in wide tables.'),
    type: text('OpenAPI type of the column.'),
  },
);

const subresources = struct(
  `${extensions}.CustomResourceSubresources`,
  { description: 'Sub-resources of the resource.' },
  {
    scale: struct(
      `${extensions}.CustomResourceSubresourceScale`,
      {
        description: 'Where the replica counts are.',
        required: ['specReplicasPath', 'statusReplicasPath'],
      },
      {
        labelSelectorPath: pointer(text('Path of the label selector.')),
        specReplicasPath: text('Path of the wanted count.'),
        statusReplicasPath: text('Path of the observed count.'),
      },
    ),
    status: {
      ...struct(
        `${extensions}.CustomResourceSubresourceStatus`,
        { description: 'Whether status is written apart.' },
        {},
      ),
      open: true,
    },
  },
);

const version = struct(
  `${extensions}.CustomResourceDefinitionVersion`,
  { description: 'One version of the resource.', required: ['name', 'served', 'storage'] },
  {
    additionalPrinterColumns: atomicListOf(columnDefinition, 'Columns of the table.'),
    deprecated: flag('Whether the version is on its way out.'),
    deprecationWarning: pointer(text('Warning to those who use it.')),
    name: text('Name of the version.'),
    schema: struct(
      `${extensions}.CustomResourceValidation`,
      { description: 'Structure of the objects.' },
      { openAPIV3Schema: jsonSchemaProps },
    ),
    selectableFields: atomicListOf(
      struct(
        `${extensions}.SelectableField`,
        { description: 'A field that selectors may use.', required: ['jsonPath'] },
        { jsonPath: text('Path of the field.') },
      ),
      'Fields that selectors may use.',
    ),
    served: flag('Whether the version is served.'),
    storage: flag('Whether objects are stored in this version.'),
    subresources,
  },
);

const condition = struct(
  `${extensions}.CustomResourceDefinitionCondition`,
  { description: 'One aspect of the state.', required: ['type', 'status'] },
  {
    lastTransitionTime: time,
    message: text('Details for people.'),
    reason: text('One CamelCase word for programs.'),
    status: text('True, False or Unknown.', 'v1.ConditionStatus'),
    type: text(
      'Established, NamesAccepted, Terminating, …',
      'v1.CustomResourceDefinitionConditionType',
    ),
  },
);

/** CustomResourceDefinition of apiextensions.k8s.io/v1. */
export const customResourceDefinitionSchema: StructSchema = objectOf(
  `${extensions}.CustomResourceDefinition`,
  { description: 'Adds a kind of object to the API.', required: ['spec'] },
  {
    spec: always(
      struct(
        `${extensions}.CustomResourceDefinitionSpec`,
        {
          description: 'The kind to add.',
          required: ['group', 'names', 'scope', 'versions'],
        },
        {
          conversion,
          group: text('API group.'),
          names: always(names),
          preserveUnknownFields: flag('Whether unknown fields are kept; only false is accepted.'),
          scope: text('Cluster or Namespaced.', 'v1.ResourceScope'),
          versions: atomicListOf(version, 'Versions of the resource.'),
        },
      ),
    ),
    status: always(
      struct(
        `${extensions}.CustomResourceDefinitionStatus`,
        { description: 'What the server made of the definition.' },
        {
          acceptedNames: always(names),
          // A new definition has null for its conditions, which is a value: who fills the list does not own it.
          conditions: {
            ...keyedListOf(condition, { mapKeys: ['type'] }, 'Conditions of the definition.'),
            nullable: true,
          },
          storedVersions: atomicListOf(text('A version.'), 'Versions that objects were stored in.'),
        },
      ),
    ),
  },
);
