import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import { createDynamoWorkRows } from '../lib/adapters/dynamodb/work-rows.ts';
import { createSqsWakeQueue } from '../lib/adapters/sqs/wake-queue.ts';
import { createFunctionTelemetry } from '../lib/adapters/system/function-telemetry.ts';
import { systemClock } from '../lib/adapters/system/system-clock.ts';
import { loadResyncSettings } from '../lib/config/settings.ts';
import { scheduledResync } from '../lib/controller/resync.ts';
import { type DeadlineContext, deadline } from '../lib/middleware/deadline.ts';
import { flushMetrics } from '../lib/middleware/flush-metrics.ts';
import { noEarlyAnswer } from '../lib/middleware/no-early-answer.ts';
import { requestLog } from '../lib/middleware/request-log.ts';
import { openClusters } from './wiring/open-clusters.ts';

const settings = loadResyncSettings();
const telemetry = createFunctionTelemetry('resync', settings);
const client = new DynamoDBClient({});
const clusters = openClusters('resync', settings, client);
const ctx = {
  rows: createDynamoWorkRows({ client, name: settings.tableName }),
  wakes: createSqsWakeQueue({ client: new SQSClient({}), queueUrls: settings.queueUrls }),
  clock: systemClock,
  telemetry,
  settings: { selector: settings.selector },
};

/** Asks for a pass over every federated Service, so that nothing that was lost stays lost. */
export const handler = middy({ ...flushMetrics(telemetry), ...noEarlyAnswer })
  .use(requestLog(telemetry))
  .use(deadline())
  .handler(async (_event: unknown, context) => {
    const { signal } = context as DeadlineContext; // put there by deadline
    return await scheduledResync({ ...ctx, ...clusters, signal });
  });
