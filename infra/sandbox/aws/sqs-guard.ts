import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { buildApp } from 'fauxqs';
import { type FailedEntry, sortEntries, sqsRefusal } from './sqs-refusals.ts';

type App = ReturnType<typeof buildApp>;
type Fields = Readonly<Record<string, unknown>>;

const jsonType = 'application/x-amz-json-1.0';

/** Codes that the service gives without the prefix; fauxqs puts it before each. */
const prefixedPlainCode =
  /^AWS\.SimpleQueueService\.(?=(Invalid(ParameterValue|AttributeValue|MessageContents)|MissingParameter|ReceiptHandleIsInvalid);)/;

/**
 * Makes fauxqs answer as the service does where it would not: it refuses what `sqs-refusals.ts` names, gives queue
 * URLs that resolve everywhere, and gives back what it received for a client that has gone away.
 */
export function guardSqs(app: App): void {
  const failedOf = new WeakMap<object, readonly FailedEntry[]>();
  app.addHook('preHandler', async (request, reply) => {
    if (!isRecord(request.body)) return;
    const action = actionOf(request.headers['x-amz-target']);
    const refusal = sqsRefusal(action, request.body);
    if (refusal) {
      const { code, message } = refusal;
      const header = `AWS.SimpleQueueService.${code};Sender`;
      reply.code(400).header('x-amzn-query-error', header).type(jsonType);
      return reply.send({ __type: `com.amazonaws.sqs#${code}`, message });
    }
    const { Entries: entries } = request.body;
    if (!action.endsWith('Batch') || !Array.isArray(entries)) return;
    const { accepted, failed } = sortEntries(action, entries);
    if (failed.length === 0) return;
    if (accepted.length === 0) return reply.type(jsonType).send({ Failed: failed, Successful: [] });
    failedOf.set(request, failed);
    request.body = { ...request.body, Entries: accepted };
  });
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (!isRecord(payload)) return payload;
    if (payload['Messages'] !== undefined && (await isGone(request.raw.socket))) {
      await giveBack(app, request.body, payload);
    }
    const failed = failedOf.get(request) ?? [];
    return {
      ...withResolvableUrls(payload, request.headers.host ?? ''),
      ...(failed.length > 0 && { Failed: [...listOf(payload['Failed']), ...failed] }),
    };
  });
  app.addHook('onSend', async (_request, reply) => {
    const code = reply.getHeader('x-amzn-query-error');
    if (typeof code !== 'string') return;
    reply.header('x-amzn-query-error', code.replace(prefixedPlainCode, ''));
  });
}

/** Lets the events of one turn come in first: the end of the connection may be among them. */
async function isGone(socket: Socket): Promise<boolean> {
  await setImmediate();
  return socket.destroyed || socket.readableEnded || socket.writableEnded;
}

/** A long poll that its client has abandoned still takes messages in fauxqs; nobody would ever see them. */
async function giveBack(app: App, request: unknown, response: Fields): Promise<void> {
  if (!isRecord(request)) return;
  for (const message of listOf(response['Messages'])) {
    if (!isRecord(message)) continue;
    await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': jsonType, 'x-amz-target': 'AmazonSQS.ChangeMessageVisibility' },
      payload: JSON.stringify({
        QueueUrl: request['QueueUrl'],
        ReceiptHandle: message['ReceiptHandle'],
        VisibilityTimeout: 0,
      }),
    });
  }
}

function actionOf(target: string | readonly string[] | undefined): string {
  return String(target ?? '').replace('AmazonSQS.', '');
}

/** fauxqs puts `sqs.<region>.localhost` into its URLs, a name that not every resolver knows. */
function withResolvableUrls(payload: Fields, host: string): Fields {
  const resolvable = (url: unknown): string => `http://${host}${new URL(String(url)).pathname}`;
  const { QueueUrl: url, QueueUrls: urls } = payload;
  return {
    ...payload,
    ...(url !== undefined && { QueueUrl: resolvable(url) }),
    ...(Array.isArray(urls) && { QueueUrls: urls.map(resolvable) }),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
