import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Zippable, zipSync } from 'fflate';

/** Zips a folder as Lambda takes it. */
export const zipFolder = async (folder: string): Promise<Uint8Array> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Zippable = {};
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    files[name] = await readFile(path);
  }
  return zipSync(files);
};
