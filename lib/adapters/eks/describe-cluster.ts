import { DescribeClusterCommand, EKSClient, type EKSClientConfig } from '@aws-sdk/client-eks';
import { ControllerError } from '../../core/model/failure.ts';
import type { CredentialsProvider } from '../../ports/aws-credentials.ts';
import type { EksEndpoint } from '../../ports/eks-clusters.ts';
import { classify, type PlacedCluster, unusable } from './failures.ts';

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

/**
 * Asks EKS where a cluster's API is (EKS API reference, DescribeCluster). Throws `ControllerError`: `transient` for a cluster that is
 * coming up, `terminal` for one that is not there, may not be asked for or is going away.
 */
export const describeCluster = async (
  cluster: PlacedCluster,
  credentials: CredentialsProvider,
  config: EKSClientConfig,
): Promise<EksEndpoint> => {
  const { clusterName: name, region } = cluster;
  const client = new EKSClient({ ...limits, region, credentials, ...config });
  try {
    const { cluster: found } = await client.send(new DescribeClusterCommand({ name }));
    const status = found?.status ?? 'UNKNOWN';
    if (status !== 'ACTIVE' && status !== 'UPDATING') throw unusable(cluster, status);
    const { endpoint, certificateAuthority } = found ?? {};
    if (!endpoint || !certificateAuthority?.data)
      throw new ControllerError(
        'transient',
        `Cannot use EKS cluster ${name} in ${region}: EKS tells no endpoint or no certificate authority of it`,
      );
    return {
      server: endpoint,
      ca: Buffer.from(certificateAuthority.data, 'base64').toString('utf8'),
    };
  } catch (error) {
    throw classify(error, cluster);
  } finally {
    client.destroy();
  }
};
