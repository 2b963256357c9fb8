import type { CredentialSources } from '../../adapters/kubernetes/credential-sources.ts';
import type { EpochMs } from '../../core/model/time.ts';

/** AWS as the operator's own credentials and region reach it; nothing is loaded or asked before the first question. */
export const awsSources = (
  now: () => EpochMs,
): CredentialSources & {
  /** The region of the operator's settings. Throws where there is none. */
  readonly region: () => Promise<string>;
} => {
  let opened: ReturnType<typeof open> | undefined;
  const sources = () => {
    opened ??= open(now);
    return opened;
  };
  return {
    region: async () => {
      try {
        return await (await sources()).region();
      } catch (cause) {
        throw new Error(
          'Cannot tell the region of the EKS cluster: your AWS settings have none; give --region',
          { cause },
        );
      }
    },
    eks: {
      endpoint: async (cluster) => (await sources()).eks.endpoint(cluster),
      token: async (cluster) => (await sources()).eks.token(cluster),
      // A command asks once or twice, and never with what it learned long ago.
      doubt: () => undefined,
    },
    secrets: { read: async (name) => (await sources()).secrets.read(name) },
  };
};

const open = async (now: () => EpochMs) => {
  const [{ STSClient }, { createEksClusters }, { createSecretStore }, { createRoleCredentials }] =
    await Promise.all([
      import('@aws-sdk/client-sts'),
      import('../../adapters/eks/eks-clusters.ts'),
      import('../../adapters/secrets-manager/secret-store.ts'),
      import('../../adapters/sts/role-credentials.ts'),
    ]);
  // Any client resolves credentials and region as all AWS tools do: environment, profile, single sign-on.
  const { credentials: own, region } = new STSClient({}).config;
  const credentials = createRoleCredentials({ own, sessionName: 'seamark-join', region, now });
  return {
    region: async () => region(),
    eks: createEksClusters({ credentials, region, now }),
    secrets: createSecretStore({ credentials: own, region }),
  };
};
