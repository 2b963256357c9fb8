import type { EKSClientConfig } from '@aws-sdk/client-eks';
import type { EksCluster } from '../../core/model/eks-cluster.ts';
import type { EpochMs, Ms } from '../../core/model/time.ts';
import type { RoleCredentials } from '../../ports/aws-credentials.ts';
import type { EksClusters, EksEndpoint } from '../../ports/eks-clusters.ts';
import type { PlacedCluster } from './failures.ts';
import { createKeeper, type Learned } from './keeper.ts';

/** What the access to EKS is made of. */
export type EksSettings = {
  readonly credentials: RoleCredentials;
  /** The region of clusters that name none. */
  readonly region: () => Promise<string>;
  readonly now: () => EpochMs;
  /** What clients of EKS are told besides, such as an endpoint. */
  readonly client?: EKSClientConfig;
};

/** A cluster keeps its endpoint for life, and its authority for years. */
const endpointFreshMs: Ms = 3_600_000;
/** Beyond that, what EKS said last is trusted no more even if it says nothing new. */
const endpointUsableMs: Ms = 86_400_000;

/** Tokens are good for 15 minutes (aws-iam-authenticator `presignedURLExpiration`); a request must not end up with the last of them. */
const tokenFreshMs: Ms = 600_000;
const tokenUsableMs: Ms = 840_000;

/** Access to EKS clusters with credentials by role; what asks EKS and what signs is loaded with the first cluster that needs it. */
export const createEksClusters = (settings: EksSettings): EksClusters => {
  const endpoints = createKeeper<EksEndpoint>(settings.now);
  const tokens = createKeeper<string>(settings.now);
  const place = async (cluster: EksCluster): Promise<PlacedCluster> => ({
    ...cluster,
    region: cluster.region ?? (await settings.region()),
  });
  return {
    endpoint: (cluster) =>
      endpoints.get(keyOf(cluster), async () => learnEndpoint(await place(cluster), settings)),
    token: (cluster) =>
      tokens.get(keyOf(cluster), async () => learnToken(await place(cluster), settings)),
    doubt: (cluster, token) => {
      const key = keyOf(cluster);
      endpoints.doubt(key, () => true);
      if (token !== undefined) tokens.doubt(key, (known) => known === token);
    },
  };
};

const keyOf = ({ clusterName, region, roleArn }: EksCluster): string =>
  JSON.stringify([clusterName, region ?? '', roleArn ?? '']);

const learnEndpoint = async (
  cluster: PlacedCluster,
  { credentials, now, client }: EksSettings,
): Promise<Learned<EksEndpoint>> => {
  const { describeCluster } = await import('./describe-cluster.ts');
  const value = await describeCluster(cluster, credentials.of(cluster.roleArn), client ?? {});
  return { value, freshUntil: now() + endpointFreshMs, usableUntil: now() + endpointUsableMs };
};

const learnToken = async (
  cluster: PlacedCluster,
  { credentials, now }: EksSettings,
): Promise<Learned<string>> => {
  const { signToken } = await import('./sign-token.ts');
  const signedBy = await credentials.of(cluster.roleArn)();
  const signedAt = now();
  const value = await signToken(cluster, signedBy, signedAt);
  // A token ends with the credentials that signed it.
  const end = signedBy.expiration?.getTime() ?? Number.POSITIVE_INFINITY;
  return {
    value,
    freshUntil: Math.min(signedAt + tokenFreshMs, end),
    usableUntil: Math.min(signedAt + tokenUsableMs, end),
  };
};
