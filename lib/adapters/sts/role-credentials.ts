import type { STSClientConfig } from '@aws-sdk/client-sts';
import { failureKind } from '../../core/model/failure.ts';
import type { EpochMs, Ms } from '../../core/model/time.ts';
import type {
  AwsCredentials,
  CredentialsProvider,
  RoleCredentials,
} from '../../ports/aws-credentials.ts';

/** What credentials by role are made of. */
export type RoleSettings = {
  /** The function's own credentials; an AWS client's resolved provider does. */
  readonly own: CredentialsProvider;
  /** Name of the sessions, 2 to 64 characters of letters, digits and `=,.@-`. */
  readonly sessionName: string;
  /** Region whose STS is asked. */
  readonly region: () => Promise<string>;
  readonly now: () => EpochMs;
  /** What the client of STS is told besides, such as an endpoint. */
  readonly client?: STSClientConfig;
};

/** Clients of AWS ask anew five minutes before the end; they must get newer ones then. */
const renewBeforeMs: Ms = 600_000;
/** Credentials that end sooner are as good as gone: a request takes its time. */
const leastMs: Ms = 60_000;
/** After a failure, whoever asks in this time hears of the same one. */
const pauseMs: Ms = 30_000;

type Session = {
  readonly credentials: AwsCredentials & { readonly expiration: Date };
  readonly renewAt: EpochMs;
};

/** Credentials of roles, kept until ten minutes before their end; the client of STS is loaded with the first role. */
export const createRoleCredentials = (settings: RoleSettings): RoleCredentials => {
  const providers = new Map<string, CredentialsProvider>();
  return {
    of: (roleArn) => {
      if (roleArn === undefined) return settings.own;
      const provider = providers.get(roleArn) ?? createSessions(roleArn, settings);
      providers.set(roleArn, provider);
      return provider;
    },
  };
};

const createSessions = (roleArn: string, settings: RoleSettings): CredentialsProvider => {
  const { now } = settings;
  let session: Session | undefined;
  let failure: { readonly error: unknown; readonly until: EpochMs } | undefined;
  let renewing: Promise<AwsCredentials> | undefined;

  const renew = async (): Promise<AwsCredentials> => {
    try {
      const credentials = await assume(roleArn, settings);
      session = { credentials, renewAt: credentials.expiration.getTime() - renewBeforeMs };
      failure = undefined;
      return credentials;
    } catch (error) {
      const until = now() + pauseMs;
      if (session !== undefined && now() + leastMs < session.credentials.expiration.getTime()) {
        // The old ones are still good: whoever has them goes on while STS is asked again.
        session = { ...session, renewAt: until };
        return session.credentials;
      }
      if (failureKind(error) === 'terminal') failure = { error, until };
      throw error;
    }
  };
  return async () => {
    if (session !== undefined && now() < session.renewAt) return session.credentials;
    if (failure !== undefined && now() < failure.until) throw failure.error;
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return await renewing;
  };
};

const assume = async (roleArn: string, { own, sessionName, region, client }: RoleSettings) => {
  const { assumeRole } = await import('./assume-role.ts');
  return assumeRole({ roleArn, sessionName, own, region: await region() }, client ?? {});
};
