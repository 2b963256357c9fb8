import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after } from 'node:test';
import { readSettings } from '../../../infra/settings/read-settings.ts';
import type { FederationSettings } from '../../../infra/settings/settings.ts';

/** A settings file before it is read. */
export type RawFile = { readonly [key: string]: unknown };

/** The file that comes with the project. */
export const shippedFile = resolve(import.meta.dirname, '../../../seamark.config.json');

/** What the shipped file says. */
export const shipped: RawFile = JSON.parse(await readFile(shippedFile, 'utf8'));

/** The least that a settings file takes. */
export const least: RawFile = {
  account: '111122223333',
  region: 'eu-central-1',
  federation: 'shop',
  zone: { id: 'Z1', name: 'example.com' },
  host: { kubeconfigSecret: 'seamark/host' },
};

/** A folder of one test file's own, and ways to have settings read from it. */
export const settingsFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-settings-'));
  after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'settings.json');
  const readBytes = async (bytes: string | Uint8Array): Promise<FederationSettings> => {
    await writeFile(path, bytes);
    return await readSettings(path);
  };
  const messageOf = async (bytes: string | Uint8Array): Promise<string> => {
    const outcome = await readBytes(bytes).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) throw new Error('The settings were read without a fault');
    return outcome.message.replace(path, 'FILE');
  };
  return {
    path,
    read: (file: RawFile) => readBytes(JSON.stringify(file)),
    messageOf,
    /** The faults of a file, a line each, without what stands before them. */
    faultsOf: async (file: RawFile): Promise<readonly string[]> => {
      const [head = '', ...faults] = (await messageOf(JSON.stringify(file))).split('\n- ');
      const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
      if (head !== `Cannot use settings FILE: ${count}`) throw new Error(`Unexpected: ${head}`);
      return faults;
    },
  };
};
