import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { bundleFunctions } from '../../../infra/bundle/bundle.ts';
import { functionLimits } from '../../../infra/function-limits.ts';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import type { ClusterClient } from '../../../infra/sandbox/clusters/cluster-client.ts';
import { registerMembers } from '../../../infra/sandbox/clusters/join-clusters.ts';
import { hostKubeconfig } from '../../../infra/sandbox/clusters/manifests.ts';
import { functionSettings, type SettingsSource } from '../../../infra/sandbox/function-settings.ts';
import { planPorts } from '../../../infra/sandbox/ports.ts';
import { type AwsSide, startAws } from '../../../infra/sandbox/start-aws.ts';
import { createTearDown, type TearDown } from '../../../infra/sandbox/tear-down.ts';
import { createTokens } from '../../../infra/sandbox/tokens.ts';
import type { Topology } from '../../../infra/sandbox/topology.ts';
import { createDynamoWorkRows } from '../../../lib/adapters/dynamodb/work-rows.ts';
import type { FunctionName } from '../../../lib/config/function-fields.ts';
import { parseWorkKey, type WorkKey } from '../../../lib/core/model/work-key.ts';
import type { WorkRow } from '../../../lib/core/model/work-row.ts';
import { startClusterPair } from './cluster-pair.ts';
import { createProcessFunction, type ProcessFunction } from './process-function.ts';

/** What a test wants otherwise than it is deployed. */
type Wanted = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutSeconds?: number;
};

/** Everything that functions need around them, over HTTP on loopback. */
export type Ground = {
  readonly aws: AwsSide;
  readonly host: ClusterClient;
  readonly member: ClusterClient;
  readonly memberUrl: string;
  /** Bearer tokens of the webhook's clients. */
  readonly tokens: { readonly host: string; readonly member: string };
  /** Registers the member with the host; `url` is where the functions reach it, if not where it is. */
  readonly join: (url?: string) => Promise<void>;
  /** A kubeconfig of the functions whose host is reached at that URL; its path. */
  readonly hostConfig: (url: string) => Promise<string>;
  /** The bundle of a function, as a function of its own; it ends with the ground. */
  readonly start: (name: FunctionName, wanted?: Wanted) => ProcessFunction;
  readonly row: (key: string) => Promise<WorkRow | undefined>;
  /** Waits up to a minute for the next message of a queue, and takes it out. */
  readonly take: (queue: 'services' | 'zones' | 'resync') => Promise<string>;
  /** Owes a key a pass, without a message. */
  readonly owe: (key: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

const topology: Topology = {
  federation: 'demo',
  zone: 'seamark.example',
  members: [
    { name: 'tokyo', region: 'ap-northeast-1', zones: ['ap-northeast-1a'], loadBalancers: 'ip' },
  ],
};

const { now } = Date;
const { random } = Math;

/** Starts DynamoDB, SQS, Route 53, a host and a member, and bundles the named functions. */
export const startGround = async (names: readonly FunctionName[]): Promise<Ground> => {
  const tearDown = createTearDown();
  try {
    return await build(names, tearDown);
  } catch (error) {
    await tearDown.run();
    throw error;
  }
};

const build = async (names: readonly FunctionName[], tearDown: TearDown): Promise<Ground> => {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-ground-'));
  tearDown.add(() => rm(folder, { recursive: true, force: true }));
  const bundles = await bundle(names, folder);
  const aws = await startAws({
    ...{ ports: planPorts(topology, undefined), zone: topology.zone },
    ...{ now, random, tearDown, otherZones: () => [] },
  });
  const tokens = createTokens(topology);
  const { host, member } = await startClusterPair(topology, tokens, tearDown);
  const hostConfig = async (url: string): Promise<string> => {
    const file = join(folder, `${new URL(url).port}.kubeconfig`);
    await writeFile(file, hostKubeconfig({ url, token: host.tokens.seamark }));
    return file;
  };
  const source = { topology, aws, tokens, hostKubeconfig: await hostConfig(host.url) };
  return {
    aws,
    host: host.client,
    member: member.client,
    memberUrl: member.url,
    hostConfig,
    tokens: { host: host.tokens.webhook, member: member.tokens.webhook },
    join: (url = member.url) =>
      registerMembers(host.client, [{ name: member.name, url, token: member.tokens.seamark }]),
    start: (name, wanted = {}) => {
      const dir = bundles.get(name);
      if (dir === undefined) throw new Error(`Cannot start ${name}: it was not bundled`);
      const created = createProcessFunction({
        ...{ name, dir, logFile: join(folder, `${name}.log`) },
        environment: {
          ...deployedEnvironment(name, source),
          // A sweep comes once a day: whoever wants one in a test says so.
          ...(name === 'resync' ? { SEAMARK_DRIFT_SWEEP_MINUTES: '0' } : {}),
          ...wanted.environment,
        },
        timeoutSeconds: wanted.timeoutSeconds ?? functionLimits[name].timeoutMs / 1000,
        memoryMb: functionLimits[name].memoryMb,
      });
      tearDown.add(() => created.close());
      return created;
    },
    ...lookInto(aws, tearDown),
    close: tearDown.run,
  };
};

/** The folder of each function's bundle. */
const bundle = async (
  names: readonly FunctionName[],
  outDir: string,
): Promise<ReadonlyMap<string, string>> => {
  const sources = join(import.meta.dirname, '../../../functions');
  const entries = names.map((name) => join(sources, `${name}.ts`));
  const bundles = await bundleFunctions({ outDir, entries });
  return new Map(bundles.map(({ name, dir }) => [name, dir]));
};

const deployedEnvironment = (name: FunctionName, source: SettingsSource) => {
  if (name !== 'audit-logs') return functionSettings(name, source);
  const { SEAMARK_WEBHOOK_TOKEN_HASHES: _, ...environment } = functionSettings(
    'audit-webhook',
    source,
  );
  return environment;
};

const lookInto = (aws: AwsSide, tearDown: TearDown): Pick<Ground, 'row' | 'take' | 'owe'> => {
  const table = new DynamoDBClient(sandboxClientConfig(aws.dynamodbUrl));
  const sqs = new SQSClient(sandboxClientConfig(aws.sqsUrl));
  tearDown.add(() => {
    table.destroy();
    sqs.destroy();
  });
  const rows = createDynamoWorkRows({ client: table, name: aws.tableName });
  const queues = {
    services: aws.serviceQueueUrl,
    zones: aws.zoneQueueUrl,
    resync: aws.resyncQueueUrl,
  };
  const keyOf = (text: string): WorkKey => {
    const key = parseWorkKey(text);
    if (key === undefined) throw new Error(`Cannot look at the row of ${text}: it is no key`);
    return key;
  };
  return {
    row: (text) => rows.read(keyOf(text)),
    owe: async (text) => void (await rows.request(keyOf(text), { now: now(), delayMs: 0 })),
    take: (queue) => takeNext(sqs, queues[queue]),
  };
};

/** The longest time that one call may wait. */
const pollSeconds = 20;

const takeNext = async (sqs: SQSClient, queueUrl: string): Promise<string> => {
  const command = new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: pollSeconds });
  for (let polls = 1; polls <= 3; polls += 1) {
    const [message] = (await sqs.send(command)).Messages ?? [];
    if (message?.Body === undefined) continue;
    const { ReceiptHandle: handle } = message;
    await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: handle }));
    return message.Body;
  }
  throw new Error(`Cannot see a message in ${queueUrl} within a minute`);
};
