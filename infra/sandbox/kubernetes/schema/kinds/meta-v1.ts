import {
  always,
  atomicListOf,
  flag,
  int64,
  keyedListOf,
  mapOf,
  pointer,
  type StructTraits,
  setOf,
  struct,
  text,
} from '../build-field.ts';
import type { FieldSchema, ScalarSchema, StructSchema } from '../field-schema.ts';

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** `metav1.Time`: RFC 3339 with whole seconds. */
export const time: ScalarSchema = {
  kind: 'scalar',
  type: 'string',
  format: 'date-time',
  definition: `${meta}.Time`,
  description: 'A moment in RFC 3339 form.',
};

/** `metav1.MicroTime`: RFC 3339 with microseconds. */
export const microTime: ScalarSchema = {
  kind: 'scalar',
  type: 'string',
  format: 'date-time',
  definition: `${meta}.MicroTime`,
  description: 'A moment in RFC 3339 form with microseconds.',
};

/** `resource.Quantity`, such as `100m` or `4Gi`. */
export const quantity: ScalarSchema = {
  kind: 'scalar',
  type: 'string',
  definition: 'io.k8s.apimachinery.pkg.api.resource.Quantity',
  description: 'An amount with an optional SI or binary suffix.',
};

/** `intstr.IntOrString`: a number, or a name. */
export const intOrString: ScalarSchema = {
  kind: 'scalar',
  type: 'intOrString',
  format: 'int-or-string',
  definition: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  description: 'A number, or a name.',
};

const managedFieldsEntry = struct(
  `${meta}.ManagedFieldsEntry`,
  {
    description: 'The fields that one manager set through one operation, version and sub-resource.',
  },
  {
    apiVersion: text('Version that the field paths are written in.'),
    fieldsType: text('Form of fieldsV1; always FieldsV1.'),
    fieldsV1: {
      ...struct(`${meta}.FieldsV1`, { description: 'A set of field paths as a trie.' }, {}),
      open: true,
    },
    manager: text('Who set the fields.'),
    operation: text('Apply or Update.', 'v1.ManagedFieldsOperationType'),
    subresource: text('Sub-resource through which the fields were set; empty for the main one.'),
    time: pointer(time),
  },
);

const ownerReference = struct(
  `${meta}.OwnerReference`,
  {
    description: 'An object that this one belongs to and is removed with.',
    required: ['apiVersion', 'kind', 'name', 'uid'],
    atomic: true,
  },
  {
    apiVersion: text('API version of the owner.'),
    blockOwnerDeletion: pointer(
      flag('Whether a foreground removal of the owner waits for this object.'),
    ),
    controller: pointer(flag('Whether the owner is the managing controller.')),
    kind: text('Kind of the owner.'),
    name: text('Name of the owner.'),
    uid: text('UID of the owner.', 'types.UID'),
  },
);

/** `metav1.ObjectMeta`, the same in every kind. */
export const objectMeta: StructSchema = struct(
  `${meta}.ObjectMeta`,
  { description: 'What every stored object carries: its identity, its labels and who set what.' },
  {
    annotations: mapOf(text('Any text.'), 'Free notes of tools and people; not selectable.'),
    // A pointer only here: the server sets it before anyone could see it unset.
    creationTimestamp: pointer(time),
    deletionGracePeriodSeconds: pointer(int64('Seconds that a graceful removal may take.')),
    deletionTimestamp: pointer(time),
    finalizers: setOf(
      text('Name of a finalizer.'),
      'Names that must all be gone before the object is removed.',
      'merge',
    ),
    generateName: text('Prefix of a name that the server completes when name is empty.'),
    generation: int64('Count of changes to the desired state.'),
    labels: mapOf(text('A label value.'), 'Keys and values that selectors match.'),
    managedFields: atomicListOf(managedFieldsEntry, 'Which manager set which fields.'),
    name: text('Name, unique within the namespace and kind.'),
    namespace: text('Namespace that the name lives in.'),
    ownerReferences: keyedListOf(
      ownerReference,
      { mapKeys: ['uid'], patchMergeKey: 'uid' },
      'Objects that this one belongs to.',
    ),
    resourceVersion: text('Opaque version for optimistic locking and watches.'),
    selfLink: text('No longer filled.'),
    uid: text('Identity in time and space.', 'types.UID'),
  },
);

/** `metav1.Condition`, in lists keyed by `type`. */
export const condition: StructSchema = struct(
  `${meta}.Condition`,
  {
    description: 'One aspect of the observed state.',
    required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
  },
  {
    lastTransitionTime: time,
    message: text('Details for people.'),
    observedGeneration: int64('Generation that the condition was computed from.'),
    reason: text('One CamelCase word for programs.'),
    status: text('True, False or Unknown.', 'v1.ConditionStatus'),
    type: text('Kind of condition.'),
  },
);

/** A whole object: `apiVersion`, `kind`, `metadata` and the kind's own `fields`. */
export function objectOf(
  definition: string,
  traits: StructTraits,
  fields: { readonly [name: string]: FieldSchema },
): StructSchema {
  return struct(definition, traits, {
    apiVersion: text('Group and version that the object is written in.'),
    kind: text('Kind of the object.'),
    metadata: always(objectMeta),
    ...fields,
  });
}
