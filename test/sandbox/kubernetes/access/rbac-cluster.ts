import type { TestContext } from 'node:test';
import { type Answer, type Ask, startCluster, type TestCluster } from '../core/cluster.ts';

const GROUP = 'rbac.authorization.k8s.io';

/** Collections of the group that roles and bindings are of. */
export const rbac = {
  clusterRoles: `/apis/${GROUP}/v1/clusterroles`,
  clusterRoleBindings: `/apis/${GROUP}/v1/clusterrolebindings`,
  roles: (namespace: string) => `/apis/${GROUP}/v1/namespaces/${namespace}/roles`,
  roleBindings: (namespace: string) => `/apis/${GROUP}/v1/namespaces/${namespace}/rolebindings`,
} as const;

/** A cluster that asks RBAC, and requests under the names of its users. */
export type RbacCluster = TestCluster & {
  /** Asks as `admin` (of system:masters), `nobody`, `operator` (of the group operators), or without a token. */
  readonly as: (user: string | undefined, request: Ask) => Promise<Answer>;
  /** Creates an object as admin; throws if that is refused. */
  readonly make: (path: string, object: object) => Promise<void>;
};

const users = { 'admin-token': 'admin', 'nobody-token': 'nobody', 'operator-token': 'operator' };
const groups = { admin: ['system:masters'], operator: ['operators'] };

/** Starts a cluster that asks RBAC, where nobody without a token is an administrator. */
export async function startRbacCluster(context: TestContext): Promise<RbacCluster> {
  const options = { authorization: 'RBAC', tokenless: 'anonymous', users, groups } as const;
  const cluster = await startCluster(context, options);
  const as = (user: string | undefined, request: Ask): Promise<Answer> =>
    cluster.ask({
      ...request,
      headers: {
        ...request.headers,
        ...(user === undefined ? {} : { authorization: `Bearer ${user}-token` }),
      },
    });
  return {
    ...cluster,
    as,
    make: async (path, body) => {
      const { code, body: answer } = await as('admin', { method: 'POST', path, body });
      if (code !== 201) throw new Error(`Cannot make ${path}: ${answer.message}`);
    },
  };
}

/** A ClusterRole, or Role, of some rules. */
export const aRole = (name: string, ...rules: readonly object[]) => ({ metadata: { name }, rules });

/** A binding of a role to subjects. */
export const aBinding = (
  name: string,
  role: { readonly kind: 'ClusterRole' | 'Role'; readonly name: string },
  ...subjects: readonly object[]
) => ({ metadata: { name }, roleRef: { apiGroup: GROUP, ...role }, subjects });
