import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { S3Client } from '@aws-sdk/client-s3';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';

/** Clients of every service that a stack has something in. */
export type AwsClients = ReturnType<typeof createAwsClients>;

/** Clients that speak to one stand-in; it must have all of the services. */
export const createAwsClients = (endpoint: string) => {
  const config = sandboxClientConfig(endpoint);
  const clients = {
    cloudFormation: new CloudFormationClient(config),
    cloudWatch: new CloudWatchClient(config),
    dynamoDb: new DynamoDBClient(config),
    lambda: new LambdaClient(config),
    logs: new CloudWatchLogsClient(config),
    route53: new Route53Client(config),
    s3: new S3Client({ ...config, forcePathStyle: true }),
    scheduler: new SchedulerClient(config),
    sqs: new SQSClient(config),
    sts: new STSClient(config),
  };
  return {
    ...clients,
    region: config.region,
    /** The account that the stand-in plays. */
    account: async (): Promise<string> => {
      const { Account: account = '' } = await clients.sts.send(new GetCallerIdentityCommand({}));
      return account;
    },
    destroy: (): void => {
      for (const client of Object.values(clients)) client.destroy();
    },
  };
};
