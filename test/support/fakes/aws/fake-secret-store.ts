import { ControllerError } from '../../../../lib/core/model/failure.ts';
import type { SecretStore } from '../../../../lib/ports/secret-store.ts';

/** Secrets as tests arrange them; undefined stands for one that may not be read. */
export type FakeSecrets = {
  readonly port: SecretStore;
  readonly values: Map<string, string | undefined>;
  readonly reads: () => number;
};

/** A store of secrets in memory. */
export const createFakeSecretStore = (): FakeSecrets => {
  const values = new Map<string, string | undefined>();
  let reads = 0;
  const read: SecretStore['read'] = async (name) => {
    reads += 1;
    const value = values.get(name);
    if (value) return value;
    const why = values.has(name) ? 'it may not be read' : 'there is none';
    throw new ControllerError(
      'terminal',
      `Cannot read secret ${name} of Secrets Manager: ${value === '' ? 'its value is empty' : why}`,
    );
  };
  return { port: { read }, values, reads: () => reads };
};
