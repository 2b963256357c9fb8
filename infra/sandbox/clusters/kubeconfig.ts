import { stringify } from 'yaml';

/** One context of a kubeconfig: a cluster of that name, and a bearer token. */
export type KubeconfigContext = {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  /** Authority of a server that is reached over TLS, PEM. */
  readonly ca?: string;
};

const clusterOf = ({ url, ca }: KubeconfigContext) => ({
  server: url,
  ...(ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
});

/** A kubeconfig (v1 Config) with one context a cluster; the first one is current. */
export const kubeconfig = (user: string, contexts: readonly KubeconfigContext[]): string =>
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': contexts[0]?.name ?? '',
    clusters: contexts.map((each) => ({ name: each.name, cluster: clusterOf(each) })),
    contexts: contexts.map(({ name }) => ({
      name,
      context: { cluster: name, user: `${user}@${name}` },
    })),
    users: contexts.map(({ name, token }) => ({ name: `${user}@${name}`, user: { token } })),
  });
