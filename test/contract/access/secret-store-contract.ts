import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { SecretStore } from '../../../lib/ports/secret-store.ts';

/** Secrets that a contract is held against. */
export type SecretsSubject = {
  readonly store: SecretStore;
  /** Names of a secret that may be read, of one that may not, of an empty one, and of none. */
  readonly names: {
    readonly open: string;
    readonly closed: string;
    readonly empty: string;
    readonly missing: string;
  };
  /** Changes the one that may be read. */
  readonly write: (text: string) => void;
  readonly stop: () => Promise<void>;
};

/** What `SecretStore` promises. */
export const secretStoreContract = (name: string, start: () => Promise<SecretsSubject>): void => {
  describe(`SecretStore on ${name}`, () => {
    let running: SecretsSubject | undefined;
    const open = async (): Promise<SecretsSubject> => {
      running = await start();
      return running;
    };
    afterEach(() => running?.stop());

    test('gives the current text', async () => {
      const { store, names, write } = await open();
      for (const text of ['{"kind": "Config"}', 'zwei: Ä']) {
        write(text);
        assert.equal(await store.read(names.open), text);
      }
    });

    for (const kind of ['closed', 'empty', 'missing'] as const) {
      test(`one that is ${kind} is a terminal failure that names it`, async () => {
        const { store, names } = await open();
        const wanted = names[kind];
        await assert.rejects(store.read(wanted), (error: Error & { kind?: string }) => {
          assert.equal(error.kind, 'terminal');
          const start = `Cannot read secret ${wanted} of Secrets Manager: `;
          assert.ok(error.message.startsWith(start), error.message);
          return true;
        });
      });
    }
  });
};
