import { type KubeconfigContext, kubeconfig } from './clusters/kubeconfig.ts';
import { hostKubeconfig } from './clusters/manifests.ts';
import type { RunningCluster } from './start-clusters.ts';
import type { StateFolder } from './state-folder.ts';
import { hostName } from './topology.ts';

/** The kubeconfig of the functions, in the state folder. */
export const functionsKubeconfig = 'functions.kubeconfig';

const contextOf = ({ name, url, ca }: RunningCluster, token: string): KubeconfigContext => ({
  name,
  url,
  token,
  ...(ca === undefined ? {} : { ca }),
});

/** Writes the kubeconfig for a person, with one context a cluster, and that of the functions, with the host alone. */
export const writeKubeconfigs = async (
  folder: StateFolder,
  clusters: readonly RunningCluster[],
): Promise<void> => {
  const contexts = clusters.map((cluster) => contextOf(cluster, cluster.tokens.admin));
  await folder.write('kubeconfig', kubeconfig('kubernetes-admin', contexts));
  const hosts = clusters.filter(({ name }) => name === hostName);
  for (const host of hosts)
    await folder.write(functionsKubeconfig, hostKubeconfig(contextOf(host, host.tokens.seamark)));
};
