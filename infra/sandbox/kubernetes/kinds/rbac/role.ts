import type { Column, FieldError, KubeObject, Strategy } from '../../resource.ts';
import { invalid, required } from '../faults/fault.ts';
import { printedJson } from '../faults/go-value.ts';
import { pathSegmentFaults } from '../faults/names.ts';
import { type Bag, bagsOf, textsOf, withFields, withoutNulls } from '../object/json-access.ts';
import {
  commonCreateFaults,
  commonUpdateFaults,
  metaFaults,
  strictMetaUpdateFaults,
} from '../object/object-meta.ts';
import { nameColumn } from '../table/metadata-columns.ts';
import { aggregationFaults } from './aggregation-faults.ts';

/** The form of metadata in this group. Source: `ValidateRBACName` of apis/rbac/validation. */
export const rbacMetaRules = (namespaced: boolean) =>
  ({
    namespaced,
    nameFaults: (name: string) => pathSegmentFaults(name, false),
    strictFinalizers: true,
  }) as const;

function urlFaults(rule: Bag, namespaced: boolean, field: string): readonly FieldError[] {
  const printed = { printed: printedJson(rule['nonResourceURLs']) };
  const wrong = (text: string) => invalid(`${field}.nonResourceURLs`, printed, text);
  const mixed = ['apiGroups', 'resources', 'resourceNames'].some(
    (key) => textsOf(rule[key]).length > 0,
  );
  return [
    ...(namespaced ? [wrong('namespaced rules cannot apply to non-resource URLs')] : []),
    ...(mixed ? [wrong('rules cannot apply to both regular resources and non-resource URLs')] : []),
  ];
}

function ruleFaults(rule: Bag, namespaced: boolean, field: string): readonly FieldError[] {
  const needed = (key: string, text: string) =>
    textsOf(rule[key]).length > 0 ? [] : [required(`${field}.${key}`, text)];
  const verbs = needed('verbs', 'verbs must contain at least one value');
  if (textsOf(rule['nonResourceURLs']).length > 0) {
    return [...verbs, ...urlFaults(rule, namespaced, field)];
  }
  return [
    ...verbs,
    ...needed('apiGroups', 'resource rules must supply at least one api group'),
    ...needed('resources', 'resource rules must supply at least one resource'),
  ];
}

function roleFaults(role: KubeObject, namespaced: boolean): readonly FieldError[] {
  return [
    ...metaFaults(role, rbacMetaRules(namespaced)),
    ...bagsOf(role['rules']).flatMap((rule, index) =>
      ruleFaults(rule, namespaced, `rules[${index}]`),
    ),
    ...(namespaced ? [] : aggregationFaults(role['aggregationRule'])),
  ];
}

/** The list of rules is written even where it is empty, as Go writes a nil slice. */
function prepare(submitted: KubeObject): KubeObject {
  const role = withoutNulls(submitted);
  const rules = bagsOf(role['rules']);
  return withFields(role, { rules: rules.length > 0 ? rules : null });
}

/** The rules of Roles and ClusterRoles. Source: registry/rbac and `ValidateRole` of apis/rbac/validation. */
export function roleStrategy(namespaced: boolean): Strategy {
  return {
    prepareForCreate: prepare,
    prepareForUpdate: prepare,
    validateCreate: (role) => {
      const faults = roleFaults(role, namespaced);
      return faults.length > 0 ? faults : commonCreateFaults(role, namespaced);
    },
    // The registry runs the rules of a create on an update twice, and tells what both find.
    validateUpdate: (next, old) => [
      ...commonUpdateFaults(next, old, namespaced),
      ...roleFaults(next, namespaced),
      ...roleFaults(next, namespaced),
      ...strictMetaUpdateFaults(next, old),
    ],
  };
}

/** The columns of `kubectl get roles`. Source: the default table of apiserver. */
export const roleColumns: readonly Column[] = [
  nameColumn,
  {
    name: 'Created At',
    type: 'date',
    description: 'Time when the object was created.',
    priority: 0,
    cell: ({ metadata }) => metadata.creationTimestamp,
  },
];
