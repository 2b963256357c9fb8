import type { Json, JsonObject } from '../resource.ts';

const GROUP = 'rbac.authorization.k8s.io';

/** An object that a cluster holds from its first moment. */
export type Seed = JsonObject & { readonly kind: string };

type Rights = { readonly name: string; readonly rules: readonly Json[] };

const byDefault = {
  labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
  annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
};

const clusterRole = ({ name, rules }: Rights): Seed => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'ClusterRole',
  metadata: { name, ...byDefault },
  rules,
});

const bindingTo = (role: string, subjects: readonly Json[]): Seed => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'ClusterRoleBinding',
  metadata: { name: role, ...byDefault },
  roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: role },
  subjects,
});

const group = (name: string): Json => ({ apiGroup: GROUP, kind: 'Group', name });

const grant = (rights: Rights, ...groups: readonly string[]): readonly Seed[] => [
  clusterRole(rights),
  bindingTo(rights.name, groups.map(group)),
];

const controller = (account: string, rules: readonly Json[]): readonly Seed[] => {
  const name = `system:controller:${account}`;
  const subject = { kind: 'ServiceAccount', name: account, namespace: 'kube-system' };
  return [clusterRole({ name, rules }), bindingTo(name, [subject])];
};

const info = ['/healthz', '/livez', '/readyz', '/version', '/version/'];
const discovery = ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*', ...info];
const all = { apiGroups: ['*'], resources: ['*'] };

/** kubeadm gives the group of its administrators all rights (kubeadm 1.29 and later). */
const kubeadmAdmins: Seed = {
  apiVersion: `${GROUP}/v1`,
  kind: 'ClusterRoleBinding',
  metadata: { name: 'kubeadm:cluster-admins' },
  roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [group('kubeadm:cluster-admins')],
};

/**
 * The roles that the API server itself makes where it asks RBAC, as far as anything in the emulator uses them: those of
 * administrators, of every user, and of the controllers that run here. Source: `bootstrappolicy` of the RBAC authorizer.
 */
export const bootstrapRoles: readonly Seed[] = [
  ...grant(
    {
      name: 'cluster-admin',
      rules: [
        { ...all, verbs: ['*'] },
        { nonResourceURLs: ['*'], verbs: ['*'] },
      ],
    },
    'system:masters',
  ),
  ...grant(
    {
      name: 'system:basic-user',
      rules: [
        {
          apiGroups: ['authorization.k8s.io'],
          resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
          verbs: ['create'],
        },
        {
          apiGroups: ['authentication.k8s.io'],
          resources: ['selfsubjectreviews'],
          verbs: ['create'],
        },
      ],
    },
    'system:authenticated',
  ),
  ...grant(
    { name: 'system:discovery', rules: [{ nonResourceURLs: discovery, verbs: ['get'] }] },
    'system:authenticated',
  ),
  ...grant(
    { name: 'system:public-info-viewer', rules: [{ nonResourceURLs: info, verbs: ['get'] }] },
    'system:authenticated',
    'system:unauthenticated',
  ),
  ...controller('generic-garbage-collector', [
    { ...all, verbs: ['delete', 'get', 'list', 'patch', 'update', 'watch'] },
  ]),
  ...controller('namespace-controller', [
    {
      apiGroups: [''],
      resources: ['namespaces'],
      verbs: ['delete', 'get', 'list', 'watch'],
    },
    {
      apiGroups: [''],
      resources: ['namespaces/finalize', 'namespaces/status'],
      verbs: ['update'],
    },
    { ...all, verbs: ['delete', 'deletecollection', 'get', 'list', 'watch'] },
  ]),
  kubeadmAdmins,
];
