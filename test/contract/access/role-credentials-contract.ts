import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { RoleCredentials } from '../../../lib/ports/aws-credentials.ts';

/** Roles that a contract is held against. */
export type RolesSubject = {
  readonly roles: RoleCredentials;
  /** May be assumed. */
  readonly open: string;
  /** May not. */
  readonly closed: string;
  /** Sessions that were begun. */
  readonly begun: () => number;
  readonly advance: (spanMs: number) => void;
  readonly now: () => number;
  readonly setAnswering: (on: boolean) => void;
  readonly stop: () => Promise<void>;
};

const minuteMs = 60_000;

/** What `RoleCredentials` promises. */
export const roleCredentialsContract = (name: string, start: () => Promise<RolesSubject>): void => {
  describe(`RoleCredentials on ${name}`, () => {
    let running: RolesSubject | undefined;
    const open = async (): Promise<RolesSubject> => {
      running = await start();
      return running;
    };
    afterEach(() => running?.stop());

    test('without a role they are the function’s own, and nobody is asked', async () => {
      const { roles, begun } = await open();
      assert.equal((await roles.of()()).accessKeyId, 'own');
      assert.equal(begun(), 0);
    });

    test('a session is begun once for many who ask, and kept', async () => {
      const { roles, open: arn, begun, advance, now } = await open();
      const [one, two] = await Promise.all([roles.of(arn)(), roles.of(arn)()]);
      advance(49 * minuteMs);
      assert.deepEqual([two, await roles.of(arn)()], [one, one]);
      assert.equal(begun(), 1);
      assert.ok((one.expiration?.getTime() ?? 0) > now() + 5 * minuteMs);
    });

    test('a new session begins before an AWS client asks for one, five minutes before the end', async () => {
      const { roles, open: arn, advance } = await open();
      const provider = roles.of(arn);
      const first = await provider();
      advance(54 * minuteMs);
      const next = await provider();
      assert.notEqual(next.accessKeyId, first.accessKeyId);
      assert.ok((next.expiration?.getTime() ?? 0) > (first.expiration?.getTime() ?? 0));
    });

    test('a role that may not be assumed is a terminal failure that names it', async () => {
      const { roles, closed } = await open();
      await assert.rejects(roles.of(closed)(), (error: Error & { kind?: string }) => {
        assert.equal(error.kind, 'terminal');
        assert.ok(error.message.startsWith(`Cannot assume role ${closed}: `), error.message);
        return true;
      });
    });

    test('while nobody can be asked the old session serves, to its last minute', async () => {
      const { roles, open: arn, advance, setAnswering } = await open();
      const provider = roles.of(arn);
      const first = await provider();
      setAnswering(false);
      advance(58 * minuteMs);
      assert.equal((await provider()).accessKeyId, first.accessKeyId);
      advance(1.5 * minuteMs);
      await assert.rejects(provider(), { kind: 'transient' });
      setAnswering(true);
      assert.notEqual((await provider()).accessKeyId, first.accessKeyId);
    });
  });
};
