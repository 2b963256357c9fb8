import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import type { CloudWatchLogsEvent } from 'aws-lambda';
import { decodeLogSubscription } from '../lib/adapters/audit/decode-log-subscription.ts';
import { createDynamoWorkRows } from '../lib/adapters/dynamodb/work-rows.ts';
import { createSqsWakeQueue } from '../lib/adapters/sqs/wake-queue.ts';
import { createFunctionTelemetry } from '../lib/adapters/system/function-telemetry.ts';
import { systemClock } from '../lib/adapters/system/system-clock.ts';
import { loadLogsSettings } from '../lib/config/settings.ts';
import { intakeLogs } from '../lib/controller/intake-logs.ts';
import { flushMetrics } from '../lib/middleware/flush-metrics.ts';
import { noEarlyAnswer } from '../lib/middleware/no-early-answer.ts';
import { requestLog } from '../lib/middleware/request-log.ts';

const settings = loadLogsSettings();
const telemetry = createFunctionTelemetry('audit-logs', settings);
const ctx = {
  rows: createDynamoWorkRows({ client: new DynamoDBClient({}), name: settings.tableName }),
  wakes: createSqsWakeQueue({ client: new SQSClient({}), queueUrls: settings.queueUrls }),
  clock: systemClock,
  telemetry,
};

/** Takes audit events of EKS clusters from a CloudWatch Logs subscription and asks for passes over what they point at. */
export const handler = middy<CloudWatchLogsEvent>({ ...flushMetrics(telemetry), ...noEarlyAnswer })
  .use(requestLog(telemetry))
  .handler(async (event: CloudWatchLogsEvent) => {
    const decoded = await decodeLogSubscription(event.awslogs.data);
    return await intakeLogs(decoded, settings, ctx);
  });
