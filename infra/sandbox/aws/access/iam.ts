/** A role, and what its policies say. */
export type Role = {
  /** `arn:<partition>:iam::<account>:role/<name>` */
  readonly arn: string;
  /** ARNs of the roles that its trust policy names. */
  readonly trusts?: readonly string[];
  /** What its policy allows; `*` and `?` in a resource stand for any text and any character. */
  readonly allows?: readonly { readonly action: string; readonly resource: string }[];
};

/** Credentials of a role's session, such as a function has them. */
export type SessionKey = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly roleArn: string;
  readonly sessionName: string;
  /** Epoch milliseconds; absent means for ever. */
  readonly expiresAt?: number;
};

/** Who may do what, for all stand-ins of one sandbox or test. */
export type Iam = {
  readonly session: (accessKeyId: string) => SessionKey | undefined;
  readonly role: (arn: string) => Role | undefined;
  readonly isAllowed: (roleArn: string, action: string, resource: string) => boolean;
  /** Begins a session, whoever asks for it. */
  readonly begin: (roleArn: string, sessionName: string, seconds: number) => SessionKey;
};

/** What there is at first. */
export type IamOptions = {
  readonly roles: readonly Role[];
  readonly sessions: readonly SessionKey[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** At least 0, below 1. */
  readonly random: () => number;
};

/** Roles and their sessions. Laxer than the service in this: no boundaries, session policies, conditions or explicit denials. */
export const createIam = ({ roles, sessions, now, random }: IamOptions): Iam => {
  const known = new Map(sessions.map((session) => [session.accessKeyId, session]));
  const role = (arn: string): Role | undefined => roles.find((one) => one.arn === arn);
  return {
    role,
    session: (accessKeyId) => known.get(accessKeyId),
    isAllowed: (roleArn, action, resource) =>
      (role(roleArn)?.allows ?? []).some(
        (one) => one.action === action && matches(one.resource, resource),
      ),
    begin: (roleArn, sessionName, seconds) => {
      const session = {
        accessKeyId: `ASIA${text(random, 16, capitals)}`,
        secretAccessKey: text(random, 40, letters),
        sessionToken: `IQoJb3JpZ2luX2Vj${text(random, 360, letters)}==`,
        roleArn,
        sessionName,
        // The service counts in whole seconds.
        expiresAt: Math.floor(now() / 1000 + seconds) * 1000,
      };
      known.set(session.accessKeyId, session);
      return session;
    },
  };
};

/** Account of an ARN. */
export const accountOf = (arn: string): string => arn.split(':')[4] ?? '';

/** Partition of an ARN. */
export const partitionOf = (arn: string): string => arn.split(':')[1] ?? 'aws';

/** `arn:<partition>:sts::<account>:assumed-role/<name>/<session>`: a session of a role under a path lacks the path. */
export const sessionArn = ({ roleArn, sessionName }: SessionKey): string => {
  const name = roleArn.split('/').at(-1) ?? '';
  return `arn:${partitionOf(roleArn)}:sts::${accountOf(roleArn)}:assumed-role/${name}/${sessionName}`;
};

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const text = (random: () => number, length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');

const matches = (pattern: string, resource: string): boolean => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(resource);
};
