import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LABEL_1035, SUBDOMAIN } from './api-words.ts';
import { createWith, newCluster } from './strategy-driver.ts';

type Refused = {
  readonly title: string;
  readonly spec: object;
  readonly meta?: object;
  readonly faults: readonly string[];
};

const VERSION = {
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: 'object' } },
} as const;

const REFUSED: readonly Refused[] = [
  {
    title: 'a name that is not plural and group',
    spec: {},
    meta: { name: 'foo.example.com' },
    faults: [
      'metadata.name: Invalid value: "foo.example.com": must be spec.names.plural+"."+spec.group',
    ],
  },
  {
    title: 'a group without a dot',
    spec: { group: 'foo' },
    faults: [
      'metadata.name: Invalid value: "widgets.example.com": must be spec.names.plural+"."+spec.group',
      'spec.group: Invalid value: "foo": should be a domain with at least one dot',
    ],
  },
  {
    title: 'a malformed group',
    spec: { group: 'Foo.x' },
    faults: [
      'metadata.name: Invalid value: "widgets.example.com": must be spec.names.plural+"."+spec.group',
      `spec.group: Invalid value: "Foo.x": ${SUBDOMAIN}`,
    ],
  },
  {
    title: 'an unknown scope',
    spec: { scope: 'Foo' },
    faults: ['spec.scope: Unsupported value: "Foo": supported values: "Cluster", "Namespaced"'],
  },
  { title: 'no scope', spec: { scope: '' }, faults: ['spec.scope: Required value'] },
  {
    title: 'no versions',
    spec: { versions: [] },
    faults: [
      'spec.versions: Invalid value: []: must have exactly one version marked as storage version',
      'status.storedVersions: Invalid value: null: must have at least one stored version',
    ],
  },
  {
    title: 'no storage version',
    spec: {
      versions: [
        {
          name: 'v1',
          served: true,
          storage: false,
          schema: { openAPIV3Schema: { type: 'object' } },
        },
      ],
    },
    faults: [
      'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":false,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must have exactly one version marked as storage version',
      'status.storedVersions: Invalid value: null: must have at least one stored version',
    ],
  },
  {
    title: 'two storage versions',
    spec: {
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
        },
        {
          name: 'v2',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', description: 'x' } },
        },
      ],
    },
    faults: [
      'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":{"OpenAPIV3Schema":{"ID":"","Schema":"","Ref":null,"Description":"","Type":"object","Nullable":false,"Format":"","Title":"","Default":null,"Maximum":null,"ExclusiveMaximum":false,"Minimum":null,"ExclusiveMinimum":false,"MaxLength":null,"MinLength":null,"Pattern":"","MaxItems":null,"MinItems":null,"UniqueItems":false,"MultipleOf":null,"Enum":null,"MaxProperties":null,"MinProperties":null,"Required":null,"Items":null,"AllOf":null,"OneOf":null,"AnyOf":null,"Not":null,"Properties":null,"AdditionalProperties":null,"PatternProperties":null,"Dependencies":null,"AdditionalItems":null,"Definitions":null,"ExternalDocs":null,"Example":null,"XPreserveUnknownFields":null,"XEmbeddedResource":false,"XIntOrString":false,"XListMapKeys":null,"XListType":null,"XMapType":null,"XValidations":null}},"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null},{"Name":"v2","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":{"OpenAPIV3Schema":{"ID":"","Schema":"","Ref":null,"Description":"x","Type":"object","Nullable":false,"Format":"","Title":"","Default":null,"Maximum":null,"ExclusiveMaximum":false,"Minimum":null,"ExclusiveMinimum":false,"MaxLength":null,"MinLength":null,"Pattern":"","MaxItems":null,"MinItems":null,"UniqueItems":false,"MultipleOf":null,"Enum":null,"MaxProperties":null,"MinProperties":null,"Required":null,"Items":null,"AllOf":null,"OneOf":null,"AnyOf":null,"Not":null,"Properties":null,"AdditionalProperties":null,"PatternProperties":null,"Dependencies":null,"AdditionalItems":null,"Definitions":null,"ExternalDocs":null,"Example":null,"XPreserveUnknownFields":null,"XEmbeddedResource":false,"XIntOrString":false,"XListMapKeys":null,"XListType":null,"XMapType":null,"XValidations":null}},"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must have exactly one version marked as storage version',
      'status.storedVersions: Invalid value: ["v1"]: must have the storage version v2',
    ],
  },
  {
    title: 'one version twice',
    spec: {
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
        },
        {
          name: 'v1',
          served: true,
          storage: false,
          schema: { openAPIV3Schema: { type: 'object' } },
        },
      ],
    },
    faults: [
      'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null},{"Name":"v1","Served":true,"Storage":false,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must contain unique version names',
    ],
  },
  {
    title: 'a malformed version name',
    spec: {
      versions: [
        {
          name: 'V_1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
        },
      ],
    },
    faults: [
      `spec.versions[0].name: Invalid value: "V_1": ${LABEL_1035}`,
      `spec.version: Invalid value: "V_1": ${LABEL_1035}`,
    ],
  },
  {
    title: 'no schema',
    spec: { versions: [{ name: 'v1', served: true, storage: true }] },
    faults: ['spec.versions[0].schema.openAPIV3Schema: Required value'],
  },
  {
    title: 'malformed names',
    spec: {
      names: {
        plural: 'Widgets',
        kind: 'wid_get',
        shortNames: ['A b'],
        categories: ['X'],
        listKind: 'wid_get',
      },
    },
    faults: [
      'metadata.name: Invalid value: "widgets.example.com": must be spec.names.plural+"."+spec.group',
      `spec.names.plural: Invalid value: "Widgets": ${LABEL_1035}`,
      `spec.names.singular: Invalid value: "wid_get": ${LABEL_1035}`,
      `spec.names.kind: Invalid value: "wid_get": may have mixed case, but should otherwise match: ${LABEL_1035}`,
      `spec.names.listKind: Invalid value: "wid_get": may have mixed case, but should otherwise match: ${LABEL_1035}`,
      `spec.names.shortNames[0]: Invalid value: "A b": ${LABEL_1035}`,
      'spec.names.listKind: Invalid value: "wid_get": kind and listKind may not be the same',
      `spec.names.categories[0]: Invalid value: "X": ${LABEL_1035}`,
    ],
  },
  {
    title: 'no kind',
    spec: { names: { plural: 'widgets', kind: '' } },
    faults: [
      'spec.names.singular: Required value',
      'spec.names.kind: Required value',
      'spec.names.listKind: Required value',
    ],
  },
  {
    title: 'an unknown conversion',
    spec: { conversion: { strategy: 'Foo' } },
    faults: [
      'spec.conversion.strategy: Unsupported value: "Foo": supported values: "None", "Webhook"',
    ],
  },
  {
    title: 'a conversion by webhook without one',
    spec: { conversion: { strategy: 'Webhook' } },
    faults: [
      'spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook',
      'spec.conversion.conversionReviewVersions: Required value',
    ],
  },
  {
    title: 'unknown fields preserved',
    spec: { preserveUnknownFields: true },
    faults: [
      'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    ],
  },
  {
    title: 'a protected group',
    spec: { group: 'foo.k8s.io' },
    meta: { name: 'widgets.foo.k8s.io' },
    faults: [
      'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
    ],
  },
  {
    title: 'a protected group with a malformed approval',
    spec: { group: 'foo.k8s.io' },
    meta: { name: 'widgets.foo.k8s.io', annotations: { 'api-approved.kubernetes.io': 'foo' } },
    faults: [
      'metadata.annotations[api-approved.kubernetes.io]: Invalid value: "foo": protected groups must have approval annotation "api-approved.kubernetes.io" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111',
    ],
  },
  {
    title: 'malformed printer columns',
    spec: {
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
          additionalPrinterColumns: [
            { name: '', type: 'foo', jsonPath: 'x', format: 'y' },
            { name: 'A', type: '', jsonPath: '' },
          ],
        },
      ],
    },
    faults: [
      'spec.additionalPrinterColumns[0].name: Required value',
      'spec.additionalPrinterColumns[0].type: Invalid value: "foo": must be one of boolean,date,integer,number,string',
      'spec.additionalPrinterColumns[0].format: Invalid value: "y": must be one of byte,date,date-time,double,float,int32,int64,password',
      'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "x": must be a simple json path starting with .',
      'spec.additionalPrinterColumns[1].type: Required value: must be one of boolean,date,integer,number,string',
      'spec.additionalPrinterColumns[1].JSONPath: Required value',
    ],
  },
  {
    title: 'a scale without paths',
    spec: {
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
          subresources: { scale: {} },
        },
      ],
    },
    faults: [
      'spec.subresources.scale.specReplicasPath: Required value',
      'spec.subresources.scale.statusReplicasPath: Required value',
    ],
  },
  {
    title: 'a scale with foreign paths',
    spec: {
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
          subresources: { scale: { specReplicasPath: '.x', statusReplicasPath: 'status.x' } },
        },
      ],
    },
    faults: [
      'spec.subresources.scale.specReplicasPath: Invalid value: ".x": should be a json path under .spec',
      'spec.subresources.scale.statusReplicasPath: Invalid value: "status.x": must be a simple json path starting with .',
    ],
  },
  {
    title: 'two versions with faults of their own',
    spec: {
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { a: {} } } },
        },
        {
          name: 'v2',
          served: true,
          storage: false,
          schema: { openAPIV3Schema: { type: 'object', properties: { b: { type: 'foo' } } } },
        },
      ],
    },
    faults: [
      'spec.versions[0].schema.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields',
      'spec.versions[1].schema.openAPIV3Schema.properties[b].type: Unsupported value: "foo": supported values: "array", "boolean", "integer", "number", "object", "string"',
    ],
  },
];

function faultsOf(spec: object, meta: object = {}): readonly string[] {
  const cluster = newCluster();
  const resource = cluster.resource('customresourcedefinitions', 'apiextensions.k8s.io');
  const names = { plural: 'widgets', kind: 'Widget' };
  return createWith(cluster, resource, {
    metadata: { name: 'widgets.example.com', ...meta },
    spec: { group: 'example.com', scope: 'Namespaced', names, versions: [VERSION], ...spec },
  }).faults;
}

describe('A new CustomResourceDefinition is refused', () => {
  for (const { title, spec, meta, faults } of REFUSED) {
    test(title, () => assert.deepEqual(faultsOf(spec, meta), faults));
  }
});
