import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import { createDynamoWorkRows } from '../lib/adapters/dynamodb/work-rows.ts';
import { createSqsWakeQueue } from '../lib/adapters/sqs/wake-queue.ts';
import { createDataPlaneProbe } from '../lib/adapters/system/data-plane-probe.ts';
import { createFunctionTelemetry } from '../lib/adapters/system/function-telemetry.ts';
import { systemClock } from '../lib/adapters/system/system-clock.ts';
import { loadHealthSettings } from '../lib/config/settings.ts';
import { lookAndTell } from '../lib/controller/look-and-tell.ts';
import { type DeadlineContext, deadline } from '../lib/middleware/deadline.ts';
import { flushMetrics } from '../lib/middleware/flush-metrics.ts';
import { noEarlyAnswer } from '../lib/middleware/no-early-answer.ts';
import { requestLog } from '../lib/middleware/request-log.ts';
import { openClusters } from './wiring/open-clusters.ts';

const settings = loadHealthSettings();
const telemetry = createFunctionTelemetry('cluster-health', settings);
const client = new DynamoDBClient({});
const clusters = openClusters('cluster-health', settings, client);
const ctx = {
  rows: createDynamoWorkRows({ client, name: settings.tableName }),
  wakes: createSqsWakeQueue({ client: new SQSClient({}), queueUrls: settings.queueUrls }),
  clock: systemClock,
  telemetry,
  dataPlane: createDataPlaneProbe(),
  settings: {
    selector: settings.selector,
    federation: settings.federation,
    leaving: settings.leaving,
  },
  rules: settings.rules,
  queue: settings.delays,
};

/** Looks at the health and the location of every member cluster. */
export const handler = middy({ ...flushMetrics(telemetry), ...noEarlyAnswer })
  .use(requestLog(telemetry))
  .use(deadline())
  .handler(async (_event: unknown, context) => {
    const { signal } = context as DeadlineContext; // put there by deadline
    return await lookAndTell({ ...ctx, ...clusters, signal });
  });
