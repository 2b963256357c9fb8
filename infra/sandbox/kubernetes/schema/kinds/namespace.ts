import { always, atomicListOf, keyedListOf, struct, text } from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';
import { objectOf, time } from './meta-v1.ts';

const core = 'io.k8s.api.core.v1';

const namespaceCondition = struct(
  `${core}.NamespaceCondition`,
  { description: 'One aspect of the removal of a namespace.', required: ['type', 'status'] },
  {
    lastTransitionTime: time,
    message: text('Details for people.'),
    reason: text('One CamelCase word for programs.'),
    status: text('True, False or Unknown.', 'v1.ConditionStatus'),
    type: text('Kind of condition.', 'v1.NamespaceConditionType'),
  },
);

/** Namespace of core v1. */
export const namespaceSchema: StructSchema = objectOf(
  `${core}.Namespace`,
  { description: 'A scope for names.' },
  {
    spec: always(
      struct(
        `${core}.NamespaceSpec`,
        { description: 'What must happen before the namespace is gone.' },
        {
          finalizers: atomicListOf(
            text('Name of a finalizer.', 'v1.FinalizerName'),
            'Names that must all be gone before the namespace is removed.',
          ),
        },
      ),
    ),
    status: always(
      struct(
        `${core}.NamespaceStatus`,
        { description: 'Where the namespace is in its life.' },
        {
          conditions: keyedListOf(
            namespaceCondition,
            { mapKeys: ['type'], patchMergeKey: 'type' },
            'Conditions of its removal.',
          ),
          phase: text('Active or Terminating.', 'v1.NamespacePhase'),
        },
      ),
    ),
  },
);
