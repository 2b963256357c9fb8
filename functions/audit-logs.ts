import { Logger } from '@aws-lambda-powertools/logger';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import type { CloudWatchLogsEvent } from 'aws-lambda';
import { decodeLogSubscription } from '../lib/adapters/audit/decode-log-subscription.ts';
import { createDynamoWorkRows } from '../lib/adapters/dynamodb/work-rows.ts';
import { createSqsWakeQueue } from '../lib/adapters/sqs/wake-queue.ts';
import { systemClock } from '../lib/adapters/system/system-clock.ts';
import { createTelemetry } from '../lib/adapters/system/telemetry.ts';
import { loadLogsSettings } from '../lib/config/settings.ts';
import { intakeLogs } from '../lib/controller/intake-logs.ts';
import { requestLog } from '../lib/middleware/request-log.ts';

const settings = loadLogsSettings();
const telemetry = createTelemetry(new Logger({ serviceName: 'audit-logs' }));
const ctx = {
  rows: createDynamoWorkRows({ client: new DynamoDBClient({}), name: settings.tableName }),
  wakes: createSqsWakeQueue({ client: new SQSClient({}), queueUrls: settings.queueUrls }),
  clock: systemClock,
  telemetry,
};

/** Takes audit events of EKS clusters from a CloudWatch Logs subscription and asks for passes over what they point at. */
export const handler = middy<CloudWatchLogsEvent>()
  .use(requestLog('audit-logs', telemetry))
  .handler(async (event: CloudWatchLogsEvent) => {
    const decoded = await decodeLogSubscription(event.awslogs.data);
    return await intakeLogs(decoded, settings, ctx);
  });
