import { stringify } from 'yaml';
import type { ApiServerFlag } from './api-server-flags.ts';

/** The part of a `ClusterConfiguration` that gives the API server flags and files. Source: kubeadm.k8s.io/v1beta4, kubeadm 1.31 and later. */
export const kubeadmConfig = (flags: readonly ApiServerFlag[], directory: string): string =>
  stringify({
    apiVersion: 'kubeadm.k8s.io/v1beta4',
    kind: 'ClusterConfiguration',
    apiServer: {
      extraArgs: flags.map(({ name, value }) => ({ name, value })),
      extraVolumes: [
        {
          name: 'seamark-audit',
          hostPath: directory,
          mountPath: directory,
          readOnly: true,
          pathType: 'DirectoryOrCreate',
        },
      ],
    },
  });
