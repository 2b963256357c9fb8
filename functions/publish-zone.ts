import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Route53Client } from '@aws-sdk/client-route-53';
import { SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { createDynamoDriftLedger } from '../lib/adapters/dynamodb/drift-ledger.ts';
import { createDynamoRateShare } from '../lib/adapters/dynamodb/rate-share.ts';
import { createDynamoSweepProgress } from '../lib/adapters/dynamodb/sweep-progress.ts';
import { createDynamoWorkRows } from '../lib/adapters/dynamodb/work-rows.ts';
import { createDynamoZoneLedger } from '../lib/adapters/dynamodb/zone-ledger.ts';
import { createRoute53RecordStore } from '../lib/adapters/route53/record-store.ts';
import { createSqsWakeQueue } from '../lib/adapters/sqs/wake-queue.ts';
import { createFunctionTelemetry } from '../lib/adapters/system/function-telemetry.ts';
import { systemClock, systemRandom } from '../lib/adapters/system/system-clock.ts';
import { loadPublishSettings } from '../lib/config/settings.ts';
import { runMessage } from '../lib/controller/run-message.ts';
import { zonesPass } from '../lib/controller/zones-queue.ts';
import { type DeadlineContext, deadline } from '../lib/middleware/deadline.ts';
import { flushMetrics } from '../lib/middleware/flush-metrics.ts';
import { noEarlyAnswer } from '../lib/middleware/no-early-answer.ts';
import { partialBatch } from '../lib/middleware/partial-batch.ts';
import { requestLog } from '../lib/middleware/request-log.ts';
import { zoneCredentials } from './wiring/assumed-roles.ts';

const settings = loadPublishSettings();
const telemetry = createFunctionTelemetry('publish-zone', settings);
const client = new DynamoDBClient({});
const table = { client, name: settings.tableName };
const route53 = new Route53Client({
  // The publisher itself waits where Route 53 throttles: it knows its share and its deadline.
  maxAttempts: 1,
  ...zoneCredentials('publish-zone', settings, client),
});
const ctx = {
  rows: createDynamoWorkRows(table),
  wakes: createSqsWakeQueue({ client: new SQSClient({}), queueUrls: settings.queueUrls }),
  zoneLedger: createDynamoZoneLedger(table, systemClock),
  rateShare: createDynamoRateShare(table),
  driftLedger: createDynamoDriftLedger(table),
  sweeps: createDynamoSweepProgress(table),
  records: createRoute53RecordStore(route53),
  clock: systemClock,
  random: systemRandom,
  telemetry,
  requestsPerSecond: settings.requestsPerSecond,
  driftPolicy: settings.driftPolicy,
  driftSweepMs: settings.driftSweepMs,
};

/** Publishes what is pending for each hosted zone that the messages name, or holds the zone against the ledger. */
export const handler = middy<SQSEvent>({ ...flushMetrics(telemetry), ...noEarlyAnswer })
  .use(requestLog(telemetry))
  .use(deadline())
  .use(partialBatch())
  .handler(async (event: SQSEvent, context) => {
    const { signal, stopAt, leaseMs } = context as DeadlineContext; // put there by deadline
    const passes = event.Records.map(async ({ messageId, body }) => {
      const holder = `${context.awsRequestId}/${messageId}`;
      const pass = { ...ctx, signal, stopAt, leaseMs, holder };
      await runMessage(body, zonesPass, pass);
    });
    return await Promise.allSettled(passes);
  });
