import type { Resource } from '../../resource.ts';
import {
  clusterRoleBindingSchema,
  clusterRoleSchema,
  roleBindingSchema,
  roleSchema,
} from '../../schema/kinds/rbac.ts';
import { CORE, describeResource } from '../describe-resource.ts';
import { bindingColumns, bindingStrategy } from './binding.ts';
import { roleColumns, roleStrategy } from './role.ts';

const RBAC = { ...CORE, group: 'rbac.authorization.k8s.io', createOnUpdate: true };

/** Roles and bindings, which authorisation reads. Source: the registry of rbac.authorization.k8s.io/v1. */
export const rbacResources: readonly Resource[] = [
  describeResource(
    { ...RBAC, namespaced: false },
    {
      kind: 'ClusterRoleBinding',
      plural: 'clusterrolebindings',
      singular: 'clusterrolebinding',
    },
    {
      schema: clusterRoleBindingSchema,
      columns: bindingColumns,
      strategy: bindingStrategy(false),
    },
  ),
  describeResource(
    { ...RBAC, namespaced: false },
    { kind: 'ClusterRole', plural: 'clusterroles', singular: 'clusterrole' },
    { schema: clusterRoleSchema, columns: roleColumns, strategy: roleStrategy(false) },
  ),
  describeResource(
    RBAC,
    { kind: 'RoleBinding', plural: 'rolebindings', singular: 'rolebinding' },
    { schema: roleBindingSchema, columns: bindingColumns, strategy: bindingStrategy(true) },
  ),
  describeResource(
    RBAC,
    { kind: 'Role', plural: 'roles', singular: 'role' },
    { schema: roleSchema, columns: roleColumns, strategy: roleStrategy(true) },
  ),
];
