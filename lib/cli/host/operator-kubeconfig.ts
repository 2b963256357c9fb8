import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type KubeconfigContext, readKubeconfig } from '../../adapters/kubernetes/kubeconfig.ts';
import { UsageError } from '../words/usage-error.ts';

/** A Secret holds no more (core `MaxSecretSize`), and no kubeconfig of people comes near. */
const mostBytes = 1024 * 1024;

/** A context of a file, and what to call it in messages. */
export type OperatorContext = {
  readonly context: KubeconfigContext;
  readonly file: string;
  /** Completes "Cannot …". */
  readonly what: string;
};

/** Reads the named context of a file, or its current one. Throws an error that names the file and never quotes it. */
export const readOperatorContext = async (
  file: string,
  contextName: string | undefined,
): Promise<OperatorContext> => {
  const what = `use kubeconfig ${JSON.stringify(file)}`;
  const source = await readText(file, what);
  return { context: await readKubeconfig(source, what, contextName), file, what };
};

const readText = async (file: string, what: string): Promise<string> => {
  try {
    const { size } = await stat(file);
    if (size > mostBytes)
      throw new Error(
        `it has ${size} bytes, and a Secret holds ${mostBytes}: take one context alone`,
      );
    return await readFile(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot ${what}: ${reason}`, { cause });
  }
};

/** The file that kubectl would take: that of the flag, of KUBECONFIG, or `~/.kube/config`. Throws `UsageError` where KUBECONFIG lists several. */
export const hostKubeconfigFile = (
  given: string | undefined,
  environment: { readonly [name: string]: string | undefined },
): string => {
  const listed = given ?? environment['KUBECONFIG'] ?? '';
  const files =
    given === undefined ? listed.split(delimiter).filter((part) => part !== '') : [listed];
  if (files.length > 1)
    throw new UsageError(
      'Cannot tell which kubeconfig the host is in: KUBECONFIG lists several; name one with --host-kubeconfig',
    );
  return files[0] ?? join(environment['HOME'] ?? homedir(), '.kube', 'config');
};
