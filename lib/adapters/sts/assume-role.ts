import { AssumeRoleCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';
import { ControllerError } from '../../core/model/failure.ts';
import type { AwsCredentials, CredentialsProvider } from '../../ports/aws-credentials.ts';
import { classify } from './failures.ts';

/** Who assumes which role. */
export type Assumption = {
  readonly roleArn: string;
  /** Tells in the role's audit trail who it was. */
  readonly sessionName: string;
  readonly own: CredentialsProvider;
  /** Region whose STS is asked. */
  readonly region: string;
};

/** An hour, which is the most where a role assumes a role (IAM user guide, "Role chaining"). */
const sessionSeconds = 3_600;

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

/** Credentials of a role for an hour (STS API reference, AssumeRole). Throws `ControllerError`. */
export const assumeRole = async (
  { roleArn, sessionName, own, region }: Assumption,
  config: STSClientConfig,
): Promise<AwsCredentials & { readonly expiration: Date }> => {
  const client = new STSClient({ ...limits, region, credentials: own, ...config });
  try {
    const { Credentials: found } = await client.send(
      new AssumeRoleCommand({
        RoleArn: roleArn,
        RoleSessionName: sessionName,
        DurationSeconds: sessionSeconds,
      }),
    );
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = found ?? {};
    if (!AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration)
      throw new ControllerError(
        'transient',
        `Cannot assume role ${roleArn}: the answer of STS holds no credentials`,
      );
    return {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: SessionToken,
      expiration: Expiration,
    };
  } catch (error) {
    throw classify(error, roleArn);
  } finally {
    client.destroy();
  }
};
