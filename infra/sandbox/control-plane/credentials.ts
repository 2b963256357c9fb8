import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServingCertificate, type ServingCertificate } from './serving-certificate.ts';

/** What all API servers of a sandbox prove themselves with, and the files that hold it. */
export type Credentials = {
  readonly serving: ServingCertificate;
  readonly files: {
    readonly certificate: string;
    readonly key: string;
    readonly accountsPublic: string;
    readonly accountsPrivate: string;
  };
  /** Token of the controller manager, and of the look whether a server is ready. */
  readonly token: string;
};

/** Makes the credentials and writes them into the folder, for nobody but its owner. */
export const createCredentials = async (folder: string, now: number): Promise<Credentials> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const serving = createServingCertificate(now);
  const accounts = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const write = async (name: string, content: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, content, { mode: 0o600 });
    return file;
  };
  return {
    serving,
    files: {
      certificate: await write('serving.crt', serving.certificate),
      key: await write('serving.key', serving.key),
      accountsPublic: await write(
        'service-accounts.pub',
        accounts.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      ),
      accountsPrivate: await write(
        'service-accounts.key',
        accounts.privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
      ),
    },
    token: randomBytes(20).toString('hex'),
  };
};
