import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { zipFolder } from './zip-folder.ts';

it('a zipped folder holds every file by its path below the folder', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-zip-'));
  context.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'chunks'));
  await writeFile(join(folder, 'index.mjs'), 'export {};');
  await writeFile(join(folder, 'chunks', 'lazy.mjs'), 'lazy');
  const files = Object.entries(unzipSync(await zipFolder(folder)));
  assert.deepEqual(files.map(([name, bytes]) => [name, strFromU8(bytes)]).sort(), [
    ['chunks/lazy.mjs', 'lazy'],
    ['index.mjs', 'export {};'],
  ]);
});
