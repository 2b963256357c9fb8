import type { Column, FieldError, KubeObject, Strategy } from '../../resource.ts';
import { invalid, invalidEach, notSupported, required } from '../faults/fault.ts';
import { printedStruct } from '../faults/go-value.ts';
import { pathSegmentFaults, subdomainFaults } from '../faults/names.ts';
import {
  type Bag,
  bagOf,
  bagsOf,
  sameJson,
  textOf,
  withFields,
  withoutNulls,
} from '../object/json-access.ts';
import {
  commonCreateFaults,
  commonUpdateFaults,
  metaFaults,
  strictMetaUpdateFaults,
} from '../object/object-meta.ts';
import { ageColumn, nameColumn, textColumn } from '../table/metadata-columns.ts';
import { rbacMetaRules } from './role.ts';

/** The API group of roles, which bindings refer to them by. */
const GROUP = 'rbac.authorization.k8s.io';
const SUBJECT_KINDS = ['ServiceAccount', 'User', 'Group'];

function roleRefFaults(binding: KubeObject, namespaced: boolean): readonly FieldError[] {
  const ref = bagOf(binding['roleRef']);
  const apiGroup = textOf(ref['apiGroup']) ?? '';
  const kind = textOf(ref['kind']) ?? '';
  const name = textOf(ref['name']);
  const kinds = namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  return [
    ...(apiGroup === GROUP ? [] : [notSupported('roleRef.apiGroup', apiGroup, [GROUP])]),
    ...(kinds.includes(kind) ? [] : [notSupported('roleRef.kind', kind, kinds)]),
    ...(name === undefined
      ? [required('roleRef.name')]
      : invalidEach('roleRef.name', name, pathSegmentFaults(name, false))),
  ];
}

function accountFaults(subject: Bag, namespaced: boolean, field: string): readonly FieldError[] {
  const name = textOf(subject['name']);
  const apiGroup = textOf(subject['apiGroup']);
  const placed = namespaced || textOf(subject['namespace']) !== undefined;
  return [
    ...(name === undefined ? [] : invalidEach(`${field}.name`, name, subdomainFaults(name))),
    ...(apiGroup === undefined ? [] : [notSupported(`${field}.apiGroup`, apiGroup, [''])]),
    ...(placed ? [] : [required(`${field}.namespace`)]),
  ];
}

function subjectFaults(subject: Bag, namespaced: boolean, field: string): readonly FieldError[] {
  const kind = textOf(subject['kind']) ?? '';
  const apiGroup = textOf(subject['apiGroup']) ?? '';
  const name = textOf(subject['name']) === undefined ? [required(`${field}.name`)] : [];
  if (kind === 'ServiceAccount') return [...name, ...accountFaults(subject, namespaced, field)];
  if (kind !== 'User' && kind !== 'Group') {
    return [...name, notSupported(`${field}.kind`, kind, SUBJECT_KINDS)];
  }
  return [
    ...name,
    ...(apiGroup === GROUP ? [] : [notSupported(`${field}.apiGroup`, apiGroup, [GROUP])]),
  ];
}

function bindingFaults(binding: KubeObject, namespaced: boolean): readonly FieldError[] {
  return [
    ...metaFaults(binding, rbacMetaRules(namespaced)),
    ...roleRefFaults(binding, namespaced),
    ...bagsOf(binding['subjects']).flatMap((subject, index) =>
      subjectFaults(subject, namespaced, `subjects[${index}]`),
    ),
  ];
}

function changedRole(next: KubeObject, old: KubeObject): readonly FieldError[] {
  if (sameJson(next['roleRef'], old['roleRef'])) return [];
  const { apiGroup = '', kind = '', name = '' } = bagOf(next['roleRef']);
  // The API prints its internal type, whose fields have no JSON names.
  const printed = printedStruct({ APIGroup: apiGroup, Kind: kind, Name: name });
  return [invalid('roleRef', { printed }, 'cannot change roleRef')];
}

function withSubjectGroup(subject: Bag): Bag {
  const known = textOf(subject['apiGroup']) !== undefined;
  if (known || (subject['kind'] !== 'User' && subject['kind'] !== 'Group')) return subject;
  return { ...subject, apiGroup: GROUP };
}

/** Defaults of groups. Source: `SetDefaults_RoleBinding` and `SetDefaults_Subject` of apis/rbac/v1. */
function prepare(submitted: KubeObject): KubeObject {
  const binding = withoutNulls(submitted);
  const { apiGroup, kind = '', name = '' } = bagOf(binding['roleRef']);
  const subjects = bagsOf(binding['subjects']).map(withSubjectGroup);
  return withFields(binding, {
    roleRef: { apiGroup: textOf(apiGroup) ?? GROUP, kind, name },
    subjects: subjects.length > 0 ? subjects : undefined,
  });
}

/** The rules of RoleBindings and ClusterRoleBindings. Source: `ValidateRoleBinding` of apis/rbac/validation. */
export function bindingStrategy(namespaced: boolean): Strategy {
  return {
    prepareForCreate: prepare,
    prepareForUpdate: prepare,
    validateCreate: (binding) => {
      const faults = bindingFaults(binding, namespaced);
      return faults.length > 0 ? faults : commonCreateFaults(binding, namespaced);
    },
    validateUpdate: (next, old) => [
      ...commonUpdateFaults(next, old, namespaced),
      ...bindingFaults(next, namespaced),
      ...bindingFaults(next, namespaced),
      ...strictMetaUpdateFaults(next, old),
      ...changedRole(next, old),
    ],
  };
}

function subjectsOf(kind: string, shown: (subject: Bag) => string): Column['cell'] {
  return (binding) =>
    bagsOf(binding['subjects'])
      .filter((subject) => subject['kind'] === kind)
      .map(shown)
      .join(', ');
}

const nameOf = (subject: Bag): string => textOf(subject['name']) ?? '';

/** The columns of `kubectl get rolebindings`. Source: `printRoleBinding` of the printers. */
export const bindingColumns: readonly Column[] = [
  nameColumn,
  textColumn('Role', 'The role that is given.', (binding) => {
    const ref = bagOf(binding['roleRef']);
    return `${ref['kind']}/${ref['name']}`;
  }),
  ageColumn,
  textColumn('Users', 'Users that get it.', subjectsOf('User', nameOf), 1),
  textColumn('Groups', 'Groups that get it.', subjectsOf('Group', nameOf), 1),
  textColumn(
    'ServiceAccounts',
    'Service accounts that get it.',
    subjectsOf('ServiceAccount', (one) => `${textOf(one['namespace']) ?? ''}/${nameOf(one)}`),
    1,
  ),
];
