import { ControllerError } from '../../../../lib/core/model/failure.ts';
import type { AwsCredentials, RoleCredentials } from '../../../../lib/ports/aws-credentials.ts';

/** Roles as tests arrange them. */
export type FakeRoles = {
  readonly port: RoleCredentials;
  /** Roles that may be assumed. */
  readonly open: Set<string>;
  /** Sessions that were begun. */
  readonly begun: () => number;
  /** Off: nobody can be asked for a session. */
  readonly setAnswering: (on: boolean) => void;
};

const own: AwsCredentials = { accessKeyId: 'own', secretAccessKey: 'own', sessionToken: 'own' };
const sessionMs = 3_600_000;

/** Roles whose sessions last an hour and are numbered. */
export const createFakeRoles = (now: () => number): FakeRoles => {
  const open = new Set<string>();
  const kept = new Map<string, AwsCredentials & { readonly expiration: Date }>();
  let begun = 0;
  let answering = true;
  const begin = (roleArn: string) => {
    if (!answering)
      throw new ControllerError('transient', `Cannot assume role ${roleArn}: silence`);
    if (!open.has(roleArn))
      throw new ControllerError('terminal', `Cannot assume role ${roleArn}: it is not listed`);
    begun += 1;
    const name = `session-${begun}`;
    const expiration = new Date(now() + sessionMs);
    return { accessKeyId: name, secretAccessKey: name, sessionToken: name, expiration };
  };
  const get = async (roleArn: string): Promise<AwsCredentials> => {
    const old = kept.get(roleArn);
    const left = (old?.expiration.getTime() ?? 0) - now();
    if (old && left > 600_000) return old;
    try {
      const session = begin(roleArn);
      kept.set(roleArn, session);
      return session;
    } catch (error) {
      if (old && left > 60_000) return old;
      throw error;
    }
  };
  return {
    port: { of: (roleArn) => async () => (roleArn === undefined ? own : await get(roleArn)) },
    open,
    begun: () => begun,
    setAnswering: (on) => {
      answering = on;
    },
  };
};
