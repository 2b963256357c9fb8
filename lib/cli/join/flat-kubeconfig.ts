import { stringify } from 'yaml';
import type { Access } from '../../adapters/kubernetes/access.ts';

/**
 * A kubeconfig of one context that holds all it needs: what a Secret may store, and nothing of the other clusters of the file that it came
 * from. Source: `clientcmd/api/v1` Config, as `kubectl config view --minify --flatten --raw` writes it.
 */
export const flatKubeconfig = async (access: Access, name: string): Promise<string> => {
  const { ca, cert, key, serverName, insecure } = access.tls;
  const token = await access.token?.();
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name,
        cluster: {
          server: access.server.href.replace(/\/$/, ''),
          ...data('certificate-authority', ca),
          ...(serverName === undefined ? {} : { 'tls-server-name': serverName }),
          ...(insecure ? { 'insecure-skip-tls-verify': true } : {}),
        },
      },
    ],
    users: [
      {
        name,
        user: {
          ...(token === undefined ? {} : { token }),
          ...data('client-certificate', cert),
          ...data('client-key', key),
        },
      },
    ],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  });
};

const data = (field: string, pem: string | undefined): { readonly [name: string]: string } =>
  pem === undefined ? {} : { [`${field}-data`]: Buffer.from(pem).toString('base64') };
