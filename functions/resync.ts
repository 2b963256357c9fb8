import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import { createDynamoWorkRows } from '../lib/adapters/dynamodb/work-rows.ts';
import { connectClusters } from '../lib/adapters/kubernetes/connect-clusters.ts';
import { createSqsWakeQueue } from '../lib/adapters/sqs/wake-queue.ts';
import { createFunctionTelemetry } from '../lib/adapters/system/function-telemetry.ts';
import { systemClock } from '../lib/adapters/system/system-clock.ts';
import { loadResyncSettings } from '../lib/config/settings.ts';
import { scheduledResync } from '../lib/controller/resync.ts';
import { type DeadlineContext, deadline } from '../lib/middleware/deadline.ts';
import { flushMetrics } from '../lib/middleware/flush-metrics.ts';
import { requestLog } from '../lib/middleware/request-log.ts';

const settings = loadResyncSettings();
const telemetry = createFunctionTelemetry('resync', settings);
const clusters = connectClusters({ ...settings, now: systemClock.now });
const ctx = {
  rows: createDynamoWorkRows({ client: new DynamoDBClient({}), name: settings.tableName }),
  wakes: createSqsWakeQueue({ client: new SQSClient({}), queueUrls: settings.queueUrls }),
  clock: systemClock,
  telemetry,
  settings: { selector: settings.selector },
};

/** Asks for a pass over every federated Service, so that nothing that was lost stays lost. */
export const handler = middy(flushMetrics(telemetry))
  .use(requestLog(telemetry))
  .use(deadline())
  .handler(async (_event: unknown, context) => {
    const { signal } = context as DeadlineContext; // put there by deadline
    return await scheduledResync({ ...ctx, ...(await clusters()), signal });
  });
