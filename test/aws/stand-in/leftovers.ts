import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import { EKSClient, paginateListClusters } from '@aws-sdk/client-eks';
import { Route53Client } from '@aws-sdk/client-route-53';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { paginateListSecrets, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { paginateListQueues, SQSClient } from '@aws-sdk/client-sqs';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { type AwsService, givenEndpoint } from './given-endpoint.ts';
import { zonesReferredTo } from './remove-zone.ts';

type List = (endpoint: string, prefix: string) => Promise<readonly string[]>;

const tables: List = async (endpoint, prefix) => {
  const client = new DynamoDBClient(sandboxClientConfig(endpoint));
  const found: string[] = [];
  for await (const { TableNames: names = [] } of paginateListTables({ client }, {})) {
    found.push(...names.filter((name) => name.startsWith(prefix)));
  }
  client.destroy();
  return found.map((name) => `table ${name}`);
};

const queues: List = async (endpoint, prefix) => {
  const client = new SQSClient(sandboxClientConfig(endpoint));
  const found: string[] = [];
  const given = { QueueNamePrefix: prefix, MaxResults: 1000 };
  for await (const { QueueUrls: urls = [] } of paginateListQueues({ client }, given)) {
    found.push(...urls);
  }
  client.destroy();
  return found.map((url) => `queue ${url}`);
};

const zones: List = async (endpoint, prefix) => {
  const client = new Route53Client(sandboxClientConfig(endpoint));
  const found = await zonesReferredTo(client, prefix);
  client.destroy();
  return found.map((id) => `hosted zone ${id}`);
};

const buckets: List = async (endpoint, prefix) => {
  const client = new S3Client({ ...sandboxClientConfig(endpoint), forcePathStyle: true });
  const { Buckets: all = [] } = await client.send(new ListBucketsCommand({ Prefix: prefix }));
  client.destroy();
  const own = all.filter(({ Name: name = '' }) => name.startsWith(prefix));
  return own.map(({ Name: name }) => `bucket ${name}`);
};

const clusters: List = async (endpoint, prefix) => {
  const client = new EKSClient(sandboxClientConfig(endpoint, 'eu-west-1'));
  const found: string[] = [];
  for await (const { clusters: names = [] } of paginateListClusters({ client }, {})) {
    found.push(...names.filter((name) => name.startsWith(prefix)));
  }
  client.destroy();
  return found.map((name) => `EKS cluster ${name}`);
};

const secrets: List = async (endpoint, prefix) => {
  const client = new SecretsManagerClient(sandboxClientConfig(endpoint, 'eu-west-1'));
  const found: string[] = [];
  const given = { IncludePlannedDeletion: true };
  for await (const { SecretList: all = [] } of paginateListSecrets({ client }, given)) {
    found.push(...all.map(({ Name: name = '' }) => name).filter((name) => name.startsWith(prefix)));
  }
  client.destroy();
  return found.map((name) => `secret ${name}`);
};

const lists: readonly (readonly [AwsService, List])[] = [
  ['DYNAMODB', tables],
  ['SQS', queues],
  ['ROUTE_53', zones],
  ['S3', buckets],
  ['EKS', clusters],
  ['SECRETS_MANAGER', secrets],
];

/** What still stands at the given endpoints of all that a run made, by the prefix of its names. */
export const findLeftovers = async (prefix: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const [service, list] of lists) {
    const endpoint = givenEndpoint(service);
    if (endpoint !== undefined) found.push(...(await list(endpoint, prefix)));
  }
  return found;
};
