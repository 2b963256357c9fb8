import { readFile } from 'node:fs/promises';
import type { Access } from './access.ts';
import { refuse } from './failures.ts';
import { readKubeconfig } from './kubeconfig.ts';
import { accessOfKubeconfig } from './kubeconfig-access.ts';

/** How the host cluster is reached. */
export type HostWay =
  | { readonly kind: 'kubeconfig-file'; readonly path: string }
  | { readonly kind: 'eks' }
  | { readonly kind: 'secret' };

/**
 * Reads the access to the host cluster from a kubeconfig file: the named context, or the current one. Throws a
 * `ControllerError` of kind `terminal` that names the file and the fault.
 */
export const createHostAccess = async (settings: {
  readonly host: HostWay;
  readonly context?: string;
}): Promise<Access> => {
  const { host, context } = settings;
  if (host.kind !== 'kubeconfig-file')
    throw refuse('use the host cluster', 'this function takes a kubeconfig file only');
  const file = host.path;
  const what = `use kubeconfig ${file}`;
  const source = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw refuse(what, `the file cannot be read (${code})`);
  });
  const chosen = await readKubeconfig(source, what, context);
  return accessOfKubeconfig(chosen, { what, file }, { label: 'the host' });
};
