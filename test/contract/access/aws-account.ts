import { createIam, type Iam, type Role } from '../../../infra/sandbox/aws/access/iam.ts';
import type { AwsCredentials } from '../../../lib/ports/aws-credentials.ts';

/** The function's own account. */
export const homeAccount = '111122223333';
/** Another one, which its roles reach into. */
export const otherAccount = '444455556666';

/** The role that the function runs as. */
export const ownRole = `arn:aws:iam::${homeAccount}:role/seamark-reconcile-service`;
/** A role of the other account that the function may assume. */
export const fedRole = `arn:aws:iam::${otherAccount}:role/clusters/fed`;
/** A role that trusts somebody else. */
export const closedRole = `arn:aws:iam::${otherAccount}:role/admin`;

/** The function's own credentials. */
export const ownCredentials: AwsCredentials = {
  accessKeyId: 'own',
  secretAccessKey: 'own-secret-access-key',
  sessionToken: 'own-session-token',
};

const eksArn = (account: string, name: string): string =>
  `arn:aws:eks:eu-west-1:${account}:cluster/${name}`;
const allow = (action: string, resource: string) => ({ action, resource });

const roles: readonly Role[] = [
  {
    arn: ownRole,
    allows: [
      allow('sts:AssumeRole', fedRole),
      allow('eks:DescribeCluster', eksArn(homeAccount, 'member-*')),
      allow(
        'secretsmanager:GetSecretValue',
        `arn:aws:secretsmanager:eu-west-1:${homeAccount}:secret:seamark/*-??????`,
      ),
      // A secret that is not there has no six characters at its end.
      allow(
        'secretsmanager:GetSecretValue',
        `arn:aws:secretsmanager:eu-west-1:${homeAccount}:secret:seamark/none`,
      ),
    ],
  },
  {
    arn: fedRole,
    trusts: [ownRole],
    allows: [allow('eks:DescribeCluster', eksArn(otherAccount, 'member-f'))],
  },
  { arn: closedRole, trusts: [`arn:aws:iam::${otherAccount}:role/ops`] },
];

/** A clock that a test moves on, beginning now; AWS clients that are told its offset sign by it too. */
export const createTestClock = () => {
  const startedAt = Date.now();
  let offsetMs = 0;
  return {
    now: (): number => startedAt + offsetMs,
    advance: (spanMs: number): void => {
      offsetMs += spanMs;
    },
    /** Configuration of an AWS client, read anew by each client. */
    clientConfig: (endpoint: string) => ({
      endpoint,
      maxAttempts: 1,
      get systemClockOffset() {
        return offsetMs;
      },
    }),
  };
};

/** Roles and the function's own session. `now` in epoch milliseconds. */
export const openAccount = (now: () => number): Iam =>
  createIam({
    roles,
    sessions: [
      {
        accessKeyId: ownCredentials.accessKeyId,
        secretAccessKey: ownCredentials.secretAccessKey,
        sessionToken: ownCredentials.sessionToken ?? '',
        roleArn: ownRole,
        sessionName: 'reconcile-service',
      },
    ],
    now,
    random: Math.random,
  });
