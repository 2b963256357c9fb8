import {
  GetSecretValueCommand,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from '@aws-sdk/client-secrets-manager';
import { ControllerError } from '../../core/model/failure.ts';
import { classify } from './failures.ts';

/** A call that takes longer is sent once more, and then given up: a pass has to go on. */
const limits = {
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 3_000,
    // Else the client only logs that the time is up, and goes on waiting.
    throwOnRequestTimeout: true,
  },
} as const;

/** The text of a secret's current version, or its bytes as text (Secrets Manager API reference, GetSecretValue). Throws `ControllerError`. */
export const getSecretValue = async (
  name: string,
  config: SecretsManagerClientConfig,
): Promise<string> => {
  const region = regionOf(name);
  const client = new SecretsManagerClient({ ...limits, ...config, ...(region ? { region } : {}) });
  try {
    const { SecretString: text, SecretBinary: bytes } = await client.send(
      new GetSecretValueCommand({ SecretId: name }),
    );
    const value = text ?? (bytes ? Buffer.from(bytes).toString('utf8') : '');
    if (value !== '') return value;
    throw new ControllerError(
      'terminal',
      `Cannot read secret ${name} of Secrets Manager: its value is empty`,
    );
  } catch (error) {
    throw classify(error, name);
  } finally {
    client.destroy();
  }
};

// An ARN may be of another region, where nobody else knows it.
const regionOf = (name: string): string | undefined =>
  /^arn:[^:]+:secretsmanager:([^:]+):/.exec(name)?.[1];
