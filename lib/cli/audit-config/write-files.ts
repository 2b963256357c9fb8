import { access, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileNames, flagsFile } from './api-server-flags.ts';
import type { AuditConfig } from './audit-config.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Writes the files for nobody but their owner; returns their paths. Throws before it writes any where one is there already, unless
 * `force` says that it may go.
 */
export const writeConfig = async (
  config: AuditConfig,
  folder: string,
  force: boolean,
): Promise<readonly string[]> => {
  const place = resolve(folder);
  const files = [
    [join(place, fileNames.policy), config.policy],
    [join(place, fileNames.kubeconfig), config.kubeconfig],
    [join(place, fileNames.flags), flagsFile(config.flags)],
    [join(place, fileNames.kubeadm), config.kubeadm],
  ] as const;
  const paths = files.map(([file]) => file);
  if (!force) await refuseTaken(paths);
  try {
    await makeFolder(place);
    // A file that is written over keeps its mode, and a link its target.
    if (force) for (const file of paths) await rm(file, { force: true });
    for (const [file, content] of files)
      await writeFile(file, content, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot write into ${place}: ${reason}`, { cause });
  }
  return paths;
};

const refuseTaken = async (files: readonly string[]): Promise<void> => {
  const there = await Promise.all(files.map(exists));
  const taken = files.filter((_, index) => there[index] === true);
  if (taken.length === 0) return;
  throw new Error(
    `Cannot write ${taken.join(', ')}: there is such a file; name another folder, or give --force to replace it, token included`,
  );
};

const exists = async (file: string): Promise<boolean> => {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
};
