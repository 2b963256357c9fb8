import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import type { LambdaFunctionURLEvent, LambdaFunctionURLResult } from 'aws-lambda';
import { decodeAuditEvents } from '../lib/adapters/audit/decode-audit-events.ts';
import { createDynamoWorkRows } from '../lib/adapters/dynamodb/work-rows.ts';
import { createSqsWakeQueue } from '../lib/adapters/sqs/wake-queue.ts';
import { createFunctionTelemetry } from '../lib/adapters/system/function-telemetry.ts';
import { systemClock } from '../lib/adapters/system/system-clock.ts';
import { loadWebhookSettings } from '../lib/config/settings.ts';
import { intake } from '../lib/controller/intake.ts';
import { flushMetrics } from '../lib/middleware/flush-metrics.ts';
import { noEarlyAnswer } from '../lib/middleware/no-early-answer.ts';
import { requestLog } from '../lib/middleware/request-log.ts';
import { type SourceContext, webhookAuth } from '../lib/middleware/webhook-auth.ts';

const settings = loadWebhookSettings();
const telemetry = createFunctionTelemetry('audit-webhook', settings);
const ctx = {
  rows: createDynamoWorkRows({ client: new DynamoDBClient({}), name: settings.tableName }),
  wakes: createSqsWakeQueue({ client: new SQSClient({}), queueUrls: settings.queueUrls }),
  clock: systemClock,
  telemetry,
};

const answer = (statusCode: number, body: object): LambdaFunctionURLResult => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Takes audit events of one cluster over HTTP and asks for passes over the Services that they point at. */
export const handler = middy<LambdaFunctionURLEvent, LambdaFunctionURLResult>({
  ...flushMetrics(telemetry),
  ...noEarlyAnswer,
})
  .use(requestLog(telemetry))
  .use(webhookAuth(settings.tokenHashes, telemetry))
  .handler(async (event: LambdaFunctionURLEvent, context) => {
    const { source } = context as SourceContext; // put there by webhookAuth, without which nobody gets here
    const text = event.body ?? '';
    const body = event.isBase64Encoded ? Buffer.from(text, 'base64').toString('utf8') : text;
    const decoded = decodeAuditEvents(body);
    if ('problem' in decoded) {
      telemetry.warn('Refused a body', { source, reason: decoded.problem });
      return answer(400, { message: decoded.problem });
    }
    const { events, skipped } = decoded;
    telemetry.measure('WebhookEvents', events.length + skipped);
    const report = await intake(events, source, settings.intake, ctx);
    const counts = { events: events.length, skipped, keys: report.keys, sent: report.sent };
    if (skipped > 0 || report.keys > 0) telemetry.info('intake', { source, ...counts });
    return answer(200, counts);
  });
