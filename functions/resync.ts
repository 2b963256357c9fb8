import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import type { ScheduledEvent, SQSEvent } from 'aws-lambda';
import { createDynamoFleetLedger } from '../lib/adapters/dynamodb/fleet-ledger.ts';
import { createDynamoKnownZone } from '../lib/adapters/dynamodb/known-zone.ts';
import { createDynamoResyncProgress } from '../lib/adapters/dynamodb/resync-progress.ts';
import { createDynamoServiceLedger } from '../lib/adapters/dynamodb/service-ledger.ts';
import { createDynamoSweepProgress } from '../lib/adapters/dynamodb/sweep-progress.ts';
import { createDynamoWorkRows } from '../lib/adapters/dynamodb/work-rows.ts';
import { createSqsWakeQueue } from '../lib/adapters/sqs/wake-queue.ts';
import { createFunctionTelemetry } from '../lib/adapters/system/function-telemetry.ts';
import { createHostNameResolver } from '../lib/adapters/system/host-name-resolver.ts';
import { systemClock, systemRandom } from '../lib/adapters/system/system-clock.ts';
import { loadResyncSettings } from '../lib/config/settings.ts';
import { rememberZone } from '../lib/controller/find-zone.ts';
import { resyncPass, scheduledResync } from '../lib/controller/resync/resync-pass.ts';
import { runMessage } from '../lib/controller/run-message.ts';
import { type DeadlineContext, deadline } from '../lib/middleware/deadline.ts';
import { flushMetrics } from '../lib/middleware/flush-metrics.ts';
import { noEarlyAnswer } from '../lib/middleware/no-early-answer.ts';
import { partialBatch } from '../lib/middleware/partial-batch.ts';
import { requestLog } from '../lib/middleware/request-log.ts';
import { openClusters } from './wiring/open-clusters.ts';

const settings = loadResyncSettings();
const telemetry = createFunctionTelemetry('resync', settings);
const client = new DynamoDBClient({});
const table = { client, name: settings.tableName };
const clusters = openClusters('resync', settings, client);
const ctx = {
  rows: createDynamoWorkRows(table),
  wakes: createSqsWakeQueue({ client: new SQSClient({}), queueUrls: settings.queueUrls }),
  fleetLedger: createDynamoFleetLedger(table),
  progress: createDynamoResyncProgress(table),
  ledger: createDynamoServiceLedger(table),
  knownZone: rememberZone(settings.zone, createDynamoKnownZone(table)),
  resolver: createHostNameResolver(settings.resolver),
  clock: systemClock,
  random: systemRandom,
  telemetry,
  settings: settings.plan,
  queue: settings.delays,
  memberLimitMs: settings.memberLimitMs,
  sweeps: createDynamoSweepProgress(table),
  driftSweepMs: settings.driftSweepMs,
};

/** Compares all clusters with the table, as the schedule or a message asks, and asks for the passes that are needed. */
export const handler = middy<SQSEvent | ScheduledEvent>({
  ...flushMetrics(telemetry),
  ...noEarlyAnswer,
})
  .use(requestLog(telemetry))
  .use(deadline())
  .use(partialBatch())
  .handler(async (event: SQSEvent | ScheduledEvent, context) => {
    const { signal, leaseMs } = context as DeadlineContext; // put there by deadline
    const pass = { ...ctx, ...clusters, signal, leaseMs };
    if (!('Records' in event)) {
      await scheduledResync(resyncPass, { ...pass, holder: context.awsRequestId });
      return undefined;
    }
    const passes = event.Records.map(async ({ messageId, body }) => {
      const holder = `${context.awsRequestId}/${messageId}`;
      await runMessage(body, resyncPass, { ...pass, holder });
    });
    return await Promise.allSettled(passes);
  });
