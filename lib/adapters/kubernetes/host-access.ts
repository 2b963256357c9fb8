import { readFile } from 'node:fs/promises';
import type { EksCluster } from '../../core/model/eks-cluster.ts';
import type { CurrentAccess } from './access.ts';
import type { CredentialSources } from './credential-sources.ts';
import { readEksAccess } from './eks-access.ts';
import { refuse } from './failures.ts';
import { readKubeconfig } from './kubeconfig.ts';
import { accessOfKubeconfig, type KubeconfigTarget } from './kubeconfig-access.ts';
import { readStoredKubeconfig } from './stored-kubeconfig.ts';

/** How the host cluster is reached. */
export type HostWay =
  | { readonly kind: 'kubeconfig-file'; readonly path: string }
  | { readonly kind: 'eks'; readonly cluster: EksCluster }
  /** A kubeconfig in Secrets Manager, by name or ARN. */
  | { readonly kind: 'secret'; readonly name: string };

/** What messages call the host. */
export const hostLabel = 'the host';

/** Reads the access to the host cluster; a kubeconfig's current context is it. Throws a `ControllerError` that names the fault. */
export const readHostAccess = async (
  way: HostWay,
  { eks, secrets }: CredentialSources,
): Promise<CurrentAccess> => {
  const target = { label: hostLabel, eks };
  switch (way.kind) {
    case 'kubeconfig-file':
      return await readFileAccess(way.path, target);
    case 'eks':
      return await readEksAccess(way.cluster, target, eks);
    case 'secret':
      return await readStoredKubeconfig(way, target, secrets);
  }
};

const readFileAccess = async (file: string, target: KubeconfigTarget): Promise<CurrentAccess> => {
  const what = `use kubeconfig ${file}`;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw refuse(what, `the file cannot be read (${code})`);
  });
  const used = await accessOfKubeconfig(await readKubeconfig(text, what), { what, file }, target);
  // Files beside it may have changed too: their content is part of the access.
  return { ...used, version: JSON.stringify([text, used.access.tls]) };
};
