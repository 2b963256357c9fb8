import { stringify } from 'yaml';
import { fileNames } from './api-server-flags.ts';

/** What an API server needs to reach the webhook. */
export type WebhookTarget = {
  /** Name of the cluster that comes. */
  readonly cluster: string;
  readonly url: string;
  readonly token: string;
  /** Directory on the control-plane nodes. */
  readonly directory: string;
  /** Whether the front asks for a client certificate too. */
  readonly mtls: boolean;
};

/** The kubeconfig of `--audit-webhook-config-file`. Source: `clientcmd/api/v1` Config; the server's certificate is a public one. */
export const webhookKubeconfig = ({
  cluster,
  url,
  token,
  directory,
  mtls,
}: WebhookTarget): string =>
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'seamark', cluster: { server: url } }],
    users: [
      {
        name: cluster,
        user: {
          token,
          ...(mtls
            ? {
                'client-certificate': `${directory}/${fileNames.clientCertificate}`,
                'client-key': `${directory}/${fileNames.clientKey}`,
              }
            : {}),
        },
      },
    ],
    contexts: [{ name: 'seamark', context: { cluster: 'seamark', user: cluster } }],
    'current-context': 'seamark',
  });
