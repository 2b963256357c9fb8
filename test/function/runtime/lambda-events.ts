import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type {
  APIGatewayProxyEventV2,
  CloudWatchLogsDecodedData,
  CloudWatchLogsEvent,
  LambdaFunctionURLEvent,
  ScheduledEvent,
  SQSEvent,
} from 'aws-lambda';

const folder = join(import.meta.dirname, '../../fixtures/lambda/events');

// The files hold one event each of the kind that they are named for.
const recorded = <Event>(name: string): Event =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Event;

/** An audit batch as kube-apiserver posts it: someone created the Service shop/web. */
export const auditBatch = (): string => JSON.stringify(recorded('audit-event-list'));

/** What a client of the webhook sends. */
type Post = { readonly body?: string; readonly authorization?: string };

const posted = <Event extends { readonly headers: object }>(
  event: Event,
  { body, authorization }: Post,
): Event => ({
  ...event,
  headers: { ...event.headers, ...(authorization === undefined ? {} : { authorization }) },
  ...(body === undefined ? {} : { body }),
});

/** A POST to a function URL (Lambda Developer Guide, "Function URL request payload"). */
export const functionUrlEvent = (post: Post): LambdaFunctionURLEvent =>
  posted(recorded<LambdaFunctionURLEvent>('function-url'), post);

/** A POST to an HTTP API with client certificates (API Gateway Developer Guide, payload format 2.0). */
export const httpApiEvent = (post: Post): APIGatewayProxyEventV2 =>
  posted(recorded<APIGatewayProxyEventV2>('http-api'), post);

/** A batch of messages of a standard queue (Lambda Developer Guide, "Using Lambda with Amazon SQS"). */
export const sqsEvent = (...bodies: readonly string[]): SQSEvent => ({
  Records: recorded<SQSEvent>('sqs').Records.flatMap((record) =>
    bodies.map((body) => ({
      ...record,
      messageId: randomUUID(),
      body,
      md5OfBody: createHash('md5').update(body).digest('hex'),
    })),
  ),
});

/** Lines of the audit log of an EKS cluster (CloudWatch Logs User Guide, "Subscription filters with Lambda"). */
export const logEvent = (given: Partial<CloudWatchLogsDecodedData> = {}): CloudWatchLogsEvent => {
  const data = { ...recorded<CloudWatchLogsDecodedData>('log-subscription'), ...given };
  return { awslogs: { data: gzipSync(JSON.stringify(data)).toString('base64') } };
};

/** A run by EventBridge Scheduler whose target has no input of its own. */
export const schedulerEvent = (): ScheduledEvent => recorded<ScheduledEvent>('scheduler');
