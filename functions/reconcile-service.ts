import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Route53Client } from '@aws-sdk/client-route-53';
import { SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { createDynamoKnownZone } from '../lib/adapters/dynamodb/known-zone.ts';
import { createDynamoServiceLedger } from '../lib/adapters/dynamodb/service-ledger.ts';
import { createDynamoWorkRows } from '../lib/adapters/dynamodb/work-rows.ts';
import { createRoute53HostedZones } from '../lib/adapters/route53/hosted-zones.ts';
import { createSqsWakeQueue } from '../lib/adapters/sqs/wake-queue.ts';
import { createDataPlaneProbe } from '../lib/adapters/system/data-plane-probe.ts';
import { createFunctionTelemetry } from '../lib/adapters/system/function-telemetry.ts';
import { createHostNameResolver } from '../lib/adapters/system/host-name-resolver.ts';
import { systemClock, systemRandom } from '../lib/adapters/system/system-clock.ts';
import { loadReconcileSettings } from '../lib/config/settings.ts';
import { createZoneFinder } from '../lib/controller/find-zone.ts';
import { runMessage } from '../lib/controller/run-message.ts';
import { servicesPass } from '../lib/controller/services-queue.ts';
import { type DeadlineContext, deadline } from '../lib/middleware/deadline.ts';
import { flushMetrics } from '../lib/middleware/flush-metrics.ts';
import { noEarlyAnswer } from '../lib/middleware/no-early-answer.ts';
import { partialBatch } from '../lib/middleware/partial-batch.ts';
import { requestLog } from '../lib/middleware/request-log.ts';
import { zoneCredentials } from './wiring/assumed-roles.ts';
import { openClusters } from './wiring/open-clusters.ts';

const settings = loadReconcileSettings();
const telemetry = createFunctionTelemetry('reconcile-service', settings);
const client = new DynamoDBClient({});
const table = { client, name: settings.tableName };
const clusters = openClusters('reconcile-service', settings, client);
const route53 = new Route53Client({
  ...zoneCredentials('reconcile-service', settings, client),
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 3_000,
    throwOnRequestTimeout: true,
  },
});
const zone = createZoneFinder(settings.zone, {
  zones: createRoute53HostedZones(route53),
  clock: systemClock,
  telemetry,
  known: createDynamoKnownZone(table),
});
const ctx = {
  rows: createDynamoWorkRows(table),
  wakes: createSqsWakeQueue({ client: new SQSClient({}), queueUrls: settings.queueUrls }),
  ledger: createDynamoServiceLedger(table),
  resolver: createHostNameResolver(settings.resolver),
  dataPlane: createDataPlaneProbe(),
  clock: systemClock,
  random: systemRandom,
  telemetry,
  settings: settings.plan,
  queue: settings.delays,
  rules: settings.rules,
  memberLimitMs: settings.memberLimitMs,
};

/** Makes one pass over each federated Service that the messages name, or over what they name instead. */
export const handler = middy<SQSEvent>({ ...flushMetrics(telemetry), ...noEarlyAnswer })
  .use(requestLog(telemetry))
  .use(deadline())
  .use(partialBatch())
  .handler(async (event: SQSEvent, context) => {
    const { signal, leaseMs } = context as DeadlineContext; // put there by deadline
    const passes = event.Records.map(async ({ messageId, body }) => {
      const holder = `${context.awsRequestId}/${messageId}`;
      const pass = { ...ctx, ...clusters, zone: await zone(), signal, leaseMs, holder };
      await runMessage(body, (counted) => servicesPass(counted, counted), pass);
    });
    return await Promise.allSettled(passes);
  });
