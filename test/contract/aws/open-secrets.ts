import {
  CreateSecretCommand,
  DeleteSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import {
  type SecretRecord,
  startSecretsManager,
} from '../../../infra/sandbox/aws/access/secrets-manager.ts';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { createSecretStore } from '../../../lib/adapters/secrets-manager/secret-store.ts';
import type { SecretStore } from '../../../lib/ports/secret-store.ts';
import { closeAll } from '../../aws/stand-in/close-all.ts';
import { givenEndpoint } from '../../aws/stand-in/given-endpoint.ts';
import { uniqueName } from '../../aws/stand-in/unique-name.ts';
import { homeAccount, openAccount, ownCredentials } from '../access/aws-account.ts';

/** Secrets Manager with secrets of three kinds in it. */
export type OpenSecrets = {
  readonly store: SecretStore;
  /** What the texts below stand in. */
  readonly text: { readonly name: string; readonly arn: string; readonly value: string };
  readonly bytes: { readonly name: string; readonly value: string };
  /** Marked for deletion. */
  readonly leaving: string;
  readonly missing: string;
  readonly close: () => Promise<void>;
};

const region = 'eu-west-1';
const value = 'apiVersion: v1\nkind: Config\n# Zürich\n';

/** Opens the stand-in that comes with the project, or what `AWS_ENDPOINT_URL` names. */
export const openSecrets = (): Promise<OpenSecrets> => {
  const url = givenEndpoint('SECRETS_MANAGER');
  return url === undefined ? openEmbedded() : openAt(url);
};

const openEmbedded = async (): Promise<OpenSecrets> => {
  const record = (name: string, secret: SecretRecord['value'], leaving = false): SecretRecord => ({
    arn: `arn:aws:secretsmanager:${region}:${homeAccount}:secret:${name}-AbCdEf`,
    value: secret,
    leaving,
  });
  const text = record('seamark/text', { text: value });
  const bytes = record('seamark/bytes', { bytes: value });
  const leaving = record('seamark/leaving', { text: value }, true);
  const { url, close } = await startSecretsManager({
    iam: openAccount(Date.now),
    now: Date.now,
    secrets: () => [text, bytes, leaving],
  });
  return {
    store: createSecretStore({ endpoint: url, region, credentials: ownCredentials }),
    text: { name: 'seamark/text', arn: text.arn, value },
    bytes: { name: 'seamark/bytes', value },
    leaving: 'seamark/leaving',
    missing: 'seamark/none',
    close,
  };
};

const openAt = async (url: string): Promise<OpenSecrets> => {
  const config = sandboxClientConfig(url, region);
  const client = new SecretsManagerClient(config);
  const made: string[] = [];
  const create = async (secret: { SecretString: string } | { SecretBinary: Uint8Array }) => {
    const name = uniqueName();
    const { ARN: arn = '' } = await client.send(new CreateSecretCommand({ Name: name, ...secret }));
    made.push(name);
    return { name, arn, value };
  };
  const remove = (SecretId: string) =>
    client.send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true }));
  const close = (): Promise<void> =>
    closeAll([...made.map((name) => () => remove(name)), async () => client.destroy()]);
  try {
    const text = await create({ SecretString: value });
    const bytes = await create({ SecretBinary: Buffer.from(value) });
    const { name: leaving } = await create({ SecretString: value });
    await client.send(new DeleteSecretCommand({ SecretId: leaving, RecoveryWindowInDays: 7 }));
    const store = createSecretStore(config);
    return { store, text, bytes, leaving, missing: uniqueName(), close };
  } catch (error) {
    await close();
    throw error;
  }
};
