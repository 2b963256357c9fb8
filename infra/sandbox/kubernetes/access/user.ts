/** Who makes a request. Source: `user.Info` of apiserver. */
export type User = {
  readonly username: string;
  /** As the authenticators of the server give them, `system:authenticated` or `system:unauthenticated` among them. */
  readonly groups: readonly string[];
};

/** Somebody without a token, where the server asks who may do what. */
export const anonymous: User = {
  username: 'system:anonymous',
  groups: ['system:unauthenticated'],
};

/** The API server itself, which may do everything. Source: `user.APIServerUser`. */
export const apiServer: User = { username: 'system:apiserver', groups: ['system:masters'] };

/** A user of a name and of groups besides those that the name itself brings, as on a cluster that kubeadm made. */
export function userOf(username: string, groups: readonly string[] = []): User {
  return { username, groups: [...groupsByName(username), ...groups, 'system:authenticated'] };
}

function groupsByName(username: string): readonly string[] {
  if (username === 'kubernetes-admin') return ['kubeadm:cluster-admins'];
  const account = /^system:serviceaccount:([^:]+):/.exec(username);
  if (account === null) return [];
  return ['system:serviceaccounts', `system:serviceaccounts:${account[1] ?? ''}`];
}
