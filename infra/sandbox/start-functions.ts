import { SQSClient } from '@aws-sdk/client-sqs';
import type { Bundle } from '../bundle/bundle.ts';
import { sandboxClientConfig } from './aws/sandbox-client-config.ts';
import { type FunctionName, functionLimits } from './function-limits.ts';
import { functionSettings, type SettingsSource } from './function-settings.ts';
import { startEventSourceMapping } from './lambda/event-source-mapping.ts';
import { createFunction, type LambdaFunction } from './lambda/function.ts';
import { startFunctionUrl } from './lambda/function-url.ts';
import { startSchedule } from './lambda/schedule.ts';
import { type PortPlan, startOn } from './ports.ts';
import type { TearDown } from './tear-down.ts';

/** What all functions of a sandbox share. */
export type FunctionsContext = {
  readonly bundles: readonly Bundle[];
  readonly source: SettingsSource;
  readonly tearDown: TearDown;
  /** Receives each line that a function logs. */
  readonly log: (name: string, line: string) => void;
};

/** How long work under way may go on once the sandbox closes. */
const drainMs = 500;
const clusterHealthMs = 5_000;
const resyncMs = 60_000;

const create = (name: FunctionName, context: FunctionsContext): LambdaFunction => {
  const bundle = context.bundles.find((each) => each.name === name);
  if (!bundle) throw new Error(`Cannot start function ${name}: functions/${name}.ts is missing`);
  const created = createFunction({
    name,
    dir: bundle.dir,
    environment: functionSettings(name, context.source),
    ...functionLimits[name],
    log: (line) => context.log(name, line),
  });
  context.tearDown.add(() => created.close(drainMs));
  return created;
};

/** Serves the audit webhook; returns its URL. */
export const startWebhook = async (
  context: FunctionsContext,
  ports: PortPlan,
): Promise<{ readonly url: string }> => {
  const target = create('audit-webhook', context);
  const served = await startOn(ports, 'webhook', (port) => startFunctionUrl({ target, port }));
  context.tearDown.add(() => served.close(drainMs));
  return { url: served.url };
};

const map = async (
  name: FunctionName,
  queue: { readonly url: string; readonly batchSize: number },
  client: SQSClient,
  context: FunctionsContext,
): Promise<void> => {
  const mapping = await startEventSourceMapping({
    client,
    queueUrl: queue.url,
    target: create(name, context),
    batchSize: queue.batchSize,
    batchWindowSeconds: 0,
    maxConcurrency: functionLimits[name].maxConcurrency,
    reportBatchItemFailures: true,
    log: (line) => context.log(name, line),
  });
  context.tearDown.add(() => mapping.stop(drainMs));
};

const schedule = (
  name: FunctionName,
  everyMs: number,
  context: FunctionsContext,
): LambdaFunction => {
  const target = create(name, context);
  const running = startSchedule({
    name,
    everyMs,
    input: {},
    invoke: target.invoke,
    fireAtStart: true,
    log: (line) => context.log(name, line),
  });
  context.tearDown.add(() => running.stop(drainMs));
  return target;
};

/** Runs the functions that queues and schedules drive. */
export const startLoop = async (
  context: FunctionsContext,
): Promise<{ readonly resync: () => Promise<void> }> => {
  const { aws } = context.source;
  const client = new SQSClient(sandboxClientConfig(aws.sqsUrl));
  context.tearDown.add(() => client.destroy());
  await map('reconcile-service', { url: aws.serviceQueueUrl, batchSize: 10 }, client, context);
  await map('publish-zone', { url: aws.zoneQueueUrl, batchSize: 1 }, client, context);
  schedule('cluster-health', clusterHealthMs, context);
  const resync = schedule('resync', resyncMs, context);
  return {
    resync: async () => {
      const result = await resync.invoke({});
      if (result.kind === 'ok') return;
      const reason = result.kind === 'error' ? result.payload.errorMessage : result.message;
      throw new Error(`Cannot resync: ${reason}`);
    },
  };
};
