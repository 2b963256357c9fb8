import { always, atomicListOf, mapOf, struct, text } from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';
import { objectOf } from './meta-v1.ts';

const rbac = 'io.k8s.api.rbac.v1';
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

const policyRule = struct(
  `${rbac}.PolicyRule`,
  { description: 'What may be done to what.', required: ['verbs'] },
  {
    apiGroups: atomicListOf(text('Name of an API group.'), 'Groups of the resources.'),
    nonResourceURLs: atomicListOf(
      text('A path, or its start before a *.'),
      'Paths besides resources.',
    ),
    resourceNames: atomicListOf(
      text('Name of an object.'),
      'The only objects meant; all if empty.',
    ),
    resources: atomicListOf(text('Plural of a resource, or resource/subresource.'), 'Resources.'),
    verbs: atomicListOf(text('A verb, or *.'), 'What may be done.'),
  },
);

const rules = atomicListOf(policyRule, 'What the role allows.');

const labelSelectorRequirement = struct(
  `${meta}.LabelSelectorRequirement`,
  { description: 'One demand on the labels.', required: ['key', 'operator'] },
  {
    key: text('Key of the label.'),
    operator: text('In, NotIn, Exists or DoesNotExist.', 'v1.LabelSelectorOperator'),
    values: atomicListOf(text('A value.'), 'Values that the operator compares with.'),
  },
);

const labelSelector = struct(
  `${meta}.LabelSelector`,
  { description: 'A selection by labels.', atomic: true },
  {
    matchExpressions: atomicListOf(labelSelectorRequirement, 'Demands that must all be met.'),
    matchLabels: mapOf(text('The value.'), 'Labels that must all be there.'),
  },
);

const roleRef = struct(
  `${rbac}.RoleRef`,
  { description: 'The role that is given.', required: ['apiGroup', 'kind', 'name'], atomic: true },
  {
    apiGroup: text('Group of the role.'),
    kind: text('Role or ClusterRole.'),
    name: text('Name of the role.'),
  },
);

const subject = struct(
  `${rbac}.Subject`,
  { description: 'Who gets the role.', required: ['kind', 'name'], atomic: true },
  {
    apiGroup: text('Group of the subject; empty for a service account.'),
    kind: text('User, Group or ServiceAccount.'),
    name: text('Name of the subject.'),
    namespace: text('Namespace of a service account.'),
  },
);

const bindingFields = {
  roleRef: always(roleRef),
  subjects: atomicListOf(subject, 'Who gets the role.'),
};

/** ClusterRole of rbac.authorization.k8s.io/v1. */
export const clusterRoleSchema: StructSchema = objectOf(
  `${rbac}.ClusterRole`,
  { description: 'Rights in all namespaces, and outside of them.' },
  {
    aggregationRule: struct(
      `${rbac}.AggregationRule`,
      { description: 'Which other roles this one is made of.' },
      { clusterRoleSelectors: atomicListOf(labelSelector, 'Selections of roles.') },
    ),
    rules,
  },
);

/** Role of rbac.authorization.k8s.io/v1. */
export const roleSchema: StructSchema = objectOf(
  `${rbac}.Role`,
  { description: 'Rights in one namespace.' },
  { rules },
);

/** ClusterRoleBinding of rbac.authorization.k8s.io/v1. */
export const clusterRoleBindingSchema: StructSchema = objectOf(
  `${rbac}.ClusterRoleBinding`,
  { description: 'Who has the rights of a cluster role, everywhere.', required: ['roleRef'] },
  bindingFields,
);

/** RoleBinding of rbac.authorization.k8s.io/v1. */
export const roleBindingSchema: StructSchema = objectOf(
  `${rbac}.RoleBinding`,
  { description: 'Who has the rights of a role in one namespace.', required: ['roleRef'] },
  bindingFields,
);
