import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { sandboxClientConfig } from './sandbox-client-config.ts';
import { type FailedEntry, sortEntries, sqsRefusal } from './sqs-refusals.ts';

/** Attributes of a queue; everything else is at the service's defaults. */
export interface QueueOptions {
  /** 0 to 43,200. */
  readonly visibilityTimeoutSeconds: number;
  /** With it, a queue `<name>-dlq` is created too, and takes messages received more often than that. */
  readonly redrive?: { readonly maxReceiveCount: number };
}

/** A running SQS stand-in. */
export interface Sqs {
  readonly url: string;
  readonly port: number;
  /** Creates a standard queue and returns its URL; the dead-letter queue's is the same with `-dlq` at the end. */
  readonly createQueue: (name: string, options: QueueOptions) => Promise<string>;
  /** Ends waiting receives, cuts off all connections and drops all queues. */
  readonly close: () => Promise<void>;
}

type App = ReturnType<typeof buildApp>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Starts an SQS without queues on 127.0.0.1 that takes any credentials. Laxer than the service in this: messages
 * do not expire, the number of messages in flight has no limit, and nothing is throttled. Throws when the port is
 * taken.
 */
export async function startSqs(
  options: { readonly port?: number; readonly region?: string } = {},
): Promise<Sqs> {
  const app = buildApp({ logger: false });
  guard(app);
  const url = await listen(app, options.port ?? 0);
  const client = new SQSClient(sandboxClientConfig(url, options.region));
  return {
    url,
    port: Number(new URL(url).port),
    createQueue: (name, queue) => createQueue(client, name, queue),
    close: async () => {
      client.destroy();
      await app.close();
    },
  };
}

async function createQueue(
  client: SQSClient,
  name: string,
  { visibilityTimeoutSeconds, redrive }: QueueOptions,
): Promise<string> {
  const attributes: Record<string, string> = {
    VisibilityTimeout: String(visibilityTimeoutSeconds),
  };
  if (redrive) {
    const { maxReceiveCount } = redrive;
    const { QueueUrl: dlqUrl } = await client.send(
      new CreateQueueCommand({ QueueName: `${name}-dlq` }),
    );
    const { Attributes: dlq } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: dlqUrl, AttributeNames: ['QueueArn'] }),
    );
    const policy = { deadLetterTargetArn: dlq?.QueueArn, maxReceiveCount };
    attributes['RedrivePolicy'] = JSON.stringify(policy);
  }
  const { QueueUrl: url } = await client.send(
    new CreateQueueCommand({ QueueName: name, Attributes: attributes }),
  );
  if (url === undefined) throw new Error(`Cannot create queue ${name}: the service gave no URL.`);
  return url;
}

async function listen(app: App, port: number): Promise<string> {
  try {
    return await app.listen({ port, host: '127.0.0.1' });
  } catch (cause) {
    await app.close();
    throw new Error(`Cannot start SQS on port ${port}: ${String(cause)}`, { cause });
  }
}

/** Puts the refusals that fauxqs lacks in front of it, and its own address into the queue URLs it gives. */
function guard(app: App): void {
  const failedOf = new WeakMap<object, readonly FailedEntry[]>();
  app.addHook('preHandler', async (request, reply) => {
    const action = String(request.headers['x-amz-target'] ?? '').replace('AmazonSQS.', '');
    if (!isRecord(request.body)) return;
    const refusal = sqsRefusal(action, request.body);
    if (refusal) {
      const { code, message } = refusal;
      return reply
        .code(400)
        .header('x-amzn-query-error', `AWS.SimpleQueueService.${code};Sender`)
        .type('application/x-amz-json-1.0')
        .send({ __type: `com.amazonaws.sqs#${code}`, message });
    }
    const { Entries: entries } = request.body;
    if (!action.endsWith('Batch') || !Array.isArray(entries)) return;
    const { accepted, failed } = sortEntries(action, entries);
    if (failed.length === 0) return;
    if (accepted.length === 0) {
      return reply.type('application/x-amz-json-1.0').send({ Successful: [], Failed: failed });
    }
    failedOf.set(request, failed);
    request.body = { ...request.body, Entries: accepted };
  });
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (!isRecord(payload)) return payload;
    const failed = failedOf.get(request) ?? [];
    return {
      ...withLoopbackUrls(payload, request.headers.host ?? ''),
      ...(failed.length > 0 && { Failed: [...listOf(payload['Failed']), ...failed] }),
    };
  });
}

function withLoopbackUrls(payload: Fields, host: string): Fields {
  const onLoopback = (url: unknown): string => `http://${host}${new URL(String(url)).pathname}`;
  const { QueueUrl: url, QueueUrls: urls } = payload;
  return {
    ...payload,
    ...(url !== undefined && { QueueUrl: onLoopback(url) }),
    ...(Array.isArray(urls) && { QueueUrls: urls.map(onLoopback) }),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
