import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder for nobody but its owner, and those above it that are missing; one that is there stays as it is. Not by
 * `mkdir({ recursive: true })`, which never ends where a file system says ENOENT of a folder whose parent is there, as /proc does
 * (Node.js 20 to 24).
 */
export const makeFolder = async (folder: string): Promise<void> => {
  try {
    await makeOne(folder);
  } catch (error) {
    const parent = dirname(folder);
    if (codeOf(error) !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent);
    await makeOne(folder);
  }
};

const makeOne = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
};

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
