import { open, rm, stat } from 'node:fs/promises';
import { UsageError } from '../../lib/cli/words/usage-error.ts';

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'what should be its folder is none',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'it may not be written there',
  EPERM: 'it may not be written there',
  EROFS: 'nothing may be written there',
};

/** Makes sure, before any work is done, that a file can be written; leaves it as it was. Throws `UsageError`. */
export const checkOutFile = async (path: string): Promise<void> => {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  try {
    await (await open(path, 'a')).close();
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException; // what node:fs throws
    throw new UsageError(`Cannot use ${path} as --out: ${reasons[code] ?? message}`, { cause });
  }
  if (!isThere) await rm(path, { force: true });
};
