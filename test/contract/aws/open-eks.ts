import {
  CreateClusterCommand,
  DeleteClusterCommand,
  DescribeClusterCommand,
  EKSClient,
  waitUntilClusterActive,
} from '@aws-sdk/client-eks';
import { startEks } from '../../../infra/sandbox/aws/access/eks.ts';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import type { AwsCredentials } from '../../../lib/ports/aws-credentials.ts';
import type { EksEndpoint } from '../../../lib/ports/eks-clusters.ts';
import { closeAll } from '../../aws/stand-in/close-all.ts';
import { givenEndpoint } from '../../aws/stand-in/given-endpoint.ts';
import { uniqueName } from '../../aws/stand-in/unique-name.ts';
import { homeAccount, openAccount, ownCredentials } from '../access/aws-account.ts';

/** EKS with one cluster in it. */
export type OpenEks = {
  /** Where EKS is. */
  readonly url: string;
  readonly region: string;
  /** Credentials that may ask for the cluster. */
  readonly own: AwsCredentials;
  readonly clusterName: string;
  /** What EKS says of the cluster. */
  readonly endpoint: EksEndpoint;
  readonly close: () => Promise<void>;
};

const region = 'eu-west-1';

/** Opens the stand-in that comes with the project, or what `AWS_ENDPOINT_URL` names. */
export const openEks = (): Promise<OpenEks> => {
  const url = givenEndpoint('EKS');
  return url === undefined ? openEmbedded() : openAt(url);
};

const openEmbedded = async (): Promise<OpenEks> => {
  const clusterName = 'member-a';
  const endpoint = { server: 'https://0123.gr7.eu-west-1.eks.amazonaws.com', ca: 'PEM' };
  const record = { name: clusterName, region, account: homeAccount, status: 'ACTIVE' } as const;
  const { url, close } = await startEks({
    iam: openAccount(Date.now),
    now: Date.now,
    clusters: () => [{ ...record, endpoint: endpoint.server, ca: endpoint.ca }],
  });
  return { url, region, own: ownCredentials, clusterName, endpoint, close };
};

const openAt = async (url: string): Promise<OpenEks> => {
  const config = sandboxClientConfig(url, region);
  const client = new EKSClient(config);
  const name = uniqueName();
  const remove = (): Promise<void> =>
    closeAll([() => client.send(new DeleteClusterCommand({ name })), async () => client.destroy()]);
  const roleArn = `arn:aws:iam::${homeAccount}:role/eks`;
  await client.send(new CreateClusterCommand({ name, roleArn, resourcesVpcConfig: {} }));
  try {
    await waitUntilClusterActive({ client, maxWaitTime: 60, minDelay: 1 }, { name });
    const { cluster } = await client.send(new DescribeClusterCommand({ name }));
    const data = cluster?.certificateAuthority?.data ?? '';
    const ca = Buffer.from(data, 'base64').toString('utf8');
    const endpoint = { server: cluster?.endpoint ?? '', ca };
    return { url, region, own: config.credentials, clusterName: name, endpoint, close: remove };
  } catch (error) {
    await remove();
    throw error;
  }
};
