import { Logger } from '@aws-lambda-powertools/logger';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import { createDynamoWorkRows } from '../lib/adapters/dynamodb/work-rows.ts';
import { connectClusters } from '../lib/adapters/kubernetes/connect-clusters.ts';
import { createSqsWakeQueue } from '../lib/adapters/sqs/wake-queue.ts';
import { systemClock } from '../lib/adapters/system/system-clock.ts';
import { createTelemetry } from '../lib/adapters/system/telemetry.ts';
import { loadHealthSettings } from '../lib/config/settings.ts';
import { lookAtClusters } from '../lib/controller/cluster-health.ts';
import { type DeadlineContext, deadline } from '../lib/middleware/deadline.ts';
import { requestLog } from '../lib/middleware/request-log.ts';

const settings = loadHealthSettings();
const telemetry = createTelemetry(new Logger({ serviceName: 'cluster-health' }));
const clusters = connectClusters({ ...settings, now: systemClock.now });
const ctx = {
  rows: createDynamoWorkRows({ client: new DynamoDBClient({}), name: settings.tableName }),
  wakes: createSqsWakeQueue({ client: new SQSClient({}), queueUrls: settings.queueUrls }),
  clock: systemClock,
  telemetry,
  settings: { selector: settings.selector },
  queue: settings.delays,
};

/** Looks at the health and the location of every member cluster. */
export const handler = middy()
  .use(requestLog('cluster-health', telemetry))
  .use(deadline())
  .handler(async (_event: unknown, context) => {
    const { signal } = context as DeadlineContext; // put there by deadline
    const report = await lookAtClusters({ ...ctx, ...(await clusters()), signal });
    const log = report.failed.length > 0 ? telemetry.warn : telemetry.info;
    log('cluster health', report);
    return report;
  });
