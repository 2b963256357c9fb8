import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import { bundleFunctions } from '../../../infra/bundle/bundle.ts';
import { functionLimits, type QueueName, queueLimits } from '../../../infra/function-limits.ts';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { startEventSourceMapping } from '../../../infra/sandbox/lambda/event-source-mapping.ts';
import { createFunction, type LambdaFunction } from '../../../infra/sandbox/lambda/function.ts';
import type { TearDown } from '../../../infra/sandbox/tear-down.ts';

const names = ['cluster-health', 'resync', 'reconcile-service', 'publish-zone'] as const;
/** The functions that look after clusters and names. */
type Functions = { readonly [name in (typeof names)[number]]: LambdaFunction };

/** Bundles the functions and creates each with that environment; what they log goes to `log`. */
export const startFunctions = async (
  environment: { readonly [name: string]: string },
  log: string[],
  tearDown: TearDown,
): Promise<Functions> => {
  const outDir = await mkdtemp(join(tmpdir(), 'eks-federation-'));
  tearDown.add(() => rm(outDir, { recursive: true, force: true }));
  const root = new URL('../../../functions/', import.meta.url).pathname;
  const entries = names.map((name) => join(root, `${name}.ts`));
  const bundles = await bundleFunctions({ outDir, entries });
  const create = (name: (typeof names)[number]): LambdaFunction => {
    const bundle = bundles.find((one) => one.name === name);
    if (!bundle) throw new Error(`Cannot start ${name}: no bundle`);
    const limits = functionLimits[name];
    const write = (line: string): void => void log.push(line);
    const created = createFunction({ name, dir: bundle.dir, environment, ...limits, log: write });
    tearDown.add(() => created.close(0));
    return created;
  };
  return {
    'cluster-health': create('cluster-health'),
    resync: create('resync'),
    'reconcile-service': create('reconcile-service'),
    'publish-zone': create('publish-zone'),
  };
};

/** Hands each queue's messages to the function that reads it. */
export const startMappings = async (
  aws: {
    readonly sqsUrl: string;
    readonly queues: { readonly [queue in QueueName]: string };
  },
  functions: Functions,
  tearDown: TearDown,
): Promise<void> => {
  const client = new SQSClient(sandboxClientConfig(aws.sqsUrl));
  tearDown.add(() => client.destroy());
  for (const [queue, name] of [
    ['services', 'reconcile-service'],
    ['zones', 'publish-zone'],
    ['resync', 'resync'],
  ] as const) {
    const mapping = await startEventSourceMapping({
      client,
      queueUrl: aws.queues[queue],
      target: functions[name],
      batchSize: queueLimits[queue].batchSize,
      batchWindowSeconds: 0,
      maxConcurrency: 2,
      reportBatchItemFailures: true,
      log: () => undefined,
    });
    tearDown.add(() => mapping.stop(0));
  }
};
