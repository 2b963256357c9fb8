import { stringify } from 'yaml';

/** One context of a kubeconfig: a cluster of that name, and a bearer token. */
export type KubeconfigContext = {
  readonly name: string;
  readonly url: string;
  readonly token: string;
};

/** A kubeconfig (v1 Config) with one context a cluster; the first one is current. */
export const kubeconfig = (user: string, contexts: readonly KubeconfigContext[]): string =>
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': contexts[0]?.name ?? '',
    clusters: contexts.map(({ name, url }) => ({ name, cluster: { server: url } })),
    contexts: contexts.map(({ name }) => ({
      name,
      context: { cluster: name, user: `${user}@${name}` },
    })),
    users: contexts.map(({ name, token }) => ({ name: `${user}@${name}`, user: { token } })),
  });
