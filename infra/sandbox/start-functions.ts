import { SQSClient } from '@aws-sdk/client-sqs';
import type { Bundle } from '../bundle/bundle.ts';
import { functionLimits, type QueueLimits, queueLimits } from '../function-limits.ts';
import { sandboxClientConfig } from './aws/sandbox-client-config.ts';
import type { FunctionName } from './function-limits.ts';
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
  return createFunction({
    name,
    dir: bundle.dir,
    environment: functionSettings(name, context.source),
    ...functionLimits[name],
    log: (line) => context.log(name, line),
  });
};

/** Serves the audit webhook; returns its URL. */
export const startWebhook = async (
  context: FunctionsContext,
  ports: PortPlan,
): Promise<{ readonly url: string }> => {
  const target = create('audit-webhook', context);
  context.tearDown.add(() => target.close(drainMs));
  const served = await startOn(ports, 'webhook', (port) => startFunctionUrl({ target, port }));
  context.tearDown.add(() => served.close(drainMs));
  return { url: served.url };
};

/** A function under way, and what drives it. */
type Driven = {
  readonly target: LambdaFunction;
  readonly driver: { readonly stop: (drainMs?: number) => Promise<void> };
};

const mapped = async (
  target: LambdaFunction,
  { queueUrl, limits }: { readonly queueUrl: string; readonly limits: QueueLimits },
  client: SQSClient,
  context: FunctionsContext,
): Promise<Driven> => {
  const { consumer, ...batches } = limits;
  const driver = await startEventSourceMapping({
    queueUrl,
    ...batches,
    client,
    target,
    maxConcurrency: functionLimits[consumer].maxConcurrency,
    reportBatchItemFailures: true,
    log: (line) => context.log(consumer, line),
  });
  return { target, driver };
};

const scheduled = (target: LambdaFunction, everyMs: number, context: FunctionsContext): Driven => {
  const { name } = target;
  const driver = startSchedule({
    name,
    everyMs,
    input: {},
    invoke: target.invoke,
    fireAtStart: true,
    log: (line) => context.log(name, line),
  });
  return { target, driver };
};

const runResync = async (resync: LambdaFunction): Promise<void> => {
  const result = await resync.invoke({});
  if (result.kind === 'ok') return;
  const reason = result.kind === 'error' ? result.payload.errorMessage : result.message;
  throw new Error(`Cannot resync: ${reason}`);
};

/** Runs the functions that queues and schedules drive; returns a way to run the resync at once. */
export const startLoop = async (
  context: FunctionsContext,
): Promise<{ readonly resync: () => Promise<void> }> => {
  const { tearDown, source } = context;
  const { sqsUrl, serviceQueueUrl, zoneQueueUrl, resyncQueueUrl } = source.aws;
  const client = new SQSClient(sandboxClientConfig(sqsUrl));
  const driven: Driven[] = [];
  tearDown.add(async () => {
    await Promise.all(driven.map(({ driver }) => driver.stop(drainMs)));
    const targets = new Set(driven.map(({ target }) => target));
    await Promise.all([...targets].map((target) => target.close(drainMs)));
    client.destroy();
  });
  const resync = create('resync', context);
  const queues = [
    [create('reconcile-service', context), serviceQueueUrl, queueLimits.services],
    [create('publish-zone', context), zoneQueueUrl, queueLimits.zones],
    [resync, resyncQueueUrl, queueLimits.resync],
  ] as const;
  for (const [target, queueUrl, limits] of queues) {
    driven.push(await mapped(target, { queueUrl, limits }, client, context));
  }
  driven.push(scheduled(create('cluster-health', context), clusterHealthMs, context));
  driven.push(scheduled(resync, resyncMs, context));
  return { resync: () => runResync(resync) };
};
