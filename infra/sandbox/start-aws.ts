import {
  maxReceiveCount,
  type QueueLimits,
  queueLimits,
  visibilitySeconds,
} from '../function-limits.ts';
import { createTable } from './aws/dynamodb.ts';
import { startSqs } from './aws/sqs.ts';
import { startDynamoDbInThread } from './aws/start-dynamodb-in-thread.ts';
import { type DnsServer, startDns } from './dns/server.ts';
import type { AwsAddresses } from './function-settings.ts';
import { type PortPlan, startOn } from './ports.ts';
import { type Route53Options, type Route53Server, startRoute53 } from './route53/server.ts';
import type { ZoneRecordSet } from './route53/zone/record-set.ts';
import { startAll } from './start-all.ts';
import type { TearDown } from './tear-down.ts';

/** The AWS side of a sandbox, and the DNS server that answers from it. */
export type AwsSide = AwsAddresses & {
  readonly route53: Route53Server;
  readonly dns: DnsServer;
};

/** What the AWS side is made of. */
export type AwsOptions = {
  readonly ports: PortPlan;
  readonly zone: string;
  readonly now: () => number;
  readonly random: () => number;
  readonly tearDown: TearDown;
  /** Limits of Route 53 that differ from its own. */
  readonly limits?: Route53Options['limits'];
  /** Zones besides the hosted one that the DNS server answers for, read at each query. */
  readonly otherZones: () => readonly {
    readonly name: string;
    readonly recordSets: readonly ZoneRecordSet[];
  }[];
};

const tableName = 'seamark';

const startQueues = async (port: number, tearDown: TearDown) => {
  const sqs = await startSqs({ port });
  tearDown.add(sqs.close);
  const queue = (name: string, limits: QueueLimits): Promise<string> =>
    sqs.createQueue(name, {
      visibilityTimeoutSeconds: visibilitySeconds(limits),
      redrive: { maxReceiveCount },
    });
  return {
    sqsUrl: sqs.url,
    serviceQueueUrl: await queue('seamark-services', queueLimits.services),
    zoneQueueUrl: await queue('seamark-zones', queueLimits.zones),
    resyncQueueUrl: await queue('seamark-resync', queueLimits.resync),
  };
};

const startTable = async (port: number, tearDown: TearDown): Promise<string> => {
  const dynamodb = await startDynamoDbInThread({ port });
  tearDown.add(dynamodb.close);
  await createTable(dynamodb.url, tableName);
  return dynamodb.url;
};

const startZone = async (options: AwsOptions, port: number) => {
  const { now, random, zone, tearDown, limits = {} } = options;
  const route53 = await startRoute53({ port, now, random, limits });
  tearDown.add(route53.close);
  return { route53, hostedZoneId: route53.createZone({ name: zone }) };
};

/** Starts DynamoDB with its table, SQS with its queues, Route 53 with its hosted zone, and DNS. */
export const startAws = async (options: AwsOptions): Promise<AwsSide> => {
  const { ports, tearDown } = options;
  const [dynamodbUrl, queues, { route53, hostedZoneId }] = await startAll([
    startOn(ports, 'dynamodb', (port) => startTable(port, tearDown)),
    startOn(ports, 'sqs', (port) => startQueues(port, tearDown)),
    startOn(ports, 'route53', (port) => startZone(options, port)),
  ]);
  const zones = () => [
    { name: options.zone, recordSets: route53.recordSets(hostedZoneId) },
    ...options.otherZones(),
  ];
  const dns = await startOn(ports, 'dns', (port) => startDns({ port, zones }));
  tearDown.add(dns.close);
  return {
    dynamodbUrl,
    ...queues,
    route53Url: route53.url,
    dnsServer: `${dns.host}:${dns.port}`,
    tableName,
    hostedZoneId,
    route53,
    dns,
  };
};
