import type { SecretsManagerClientConfig } from '@aws-sdk/client-secrets-manager';
import type { SecretStore } from '../../ports/secret-store.ts';

/** Secrets of AWS Secrets Manager, read anew each time; its client is loaded by the first that is read. */
export const createSecretStore = (client: SecretsManagerClientConfig): SecretStore => ({
  read: async (name) => {
    const { getSecretValue } = await import('./get-secret-value.ts');
    return await getSecretValue(name, client);
  },
});
