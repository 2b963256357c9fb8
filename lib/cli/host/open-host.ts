import { createApiClient, type OpenClient } from '../../adapters/kubernetes/api-client.ts';
import { accessOfKubeconfig } from '../../adapters/kubernetes/kubeconfig-access.ts';
import type { EksClusters } from '../../ports/eks-clusters.ts';
import type { CliContext, Flag, Words } from '../command.ts';
import { hostKubeconfigFile, readOperatorContext } from './operator-kubeconfig.ts';

/** Which host is meant, as the flags say. */
export type HostWish = { readonly file: string | undefined; readonly context: string | undefined };

/** The flags that name a host. */
export const hostFlags: readonly Flag[] = [
  {
    name: 'host-kubeconfig',
    value: 'FILE',
    summary: 'the host (KUBECONFIG, or ~/.kube/config)',
  },
  { name: 'host-context', value: 'NAME', summary: 'its context (the current one)' },
];

/** The host that the words name. */
export const hostWish = (words: Words): HostWish => ({
  file: words.value('host-kubeconfig'),
  context: words.value('host-context'),
});

/** Opens the host with the operator's own credentials. Throws an error that names the file and the fault. */
export const openHost = async (
  host: HostWish,
  { environment }: Pick<CliContext, 'environment'>,
  eks: EksClusters,
): Promise<OpenClient> => {
  const file = hostKubeconfigFile(host.file, environment);
  const { context, what } = await readOperatorContext(file, host.context);
  const target = { label: 'the host', eks };
  const { access } = await accessOfKubeconfig(context, { what, file }, target);
  return createApiClient(access);
};
