import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { sandboxClientConfig } from './sandbox-client-config.ts';
import { guardSqs } from './sqs-guard.ts';

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

/**
 * Starts an SQS without queues on 127.0.0.1 that takes any credentials. Laxer than the service in this: messages
 * do not expire, the number of messages in flight has no limit, and nothing is throttled. Throws when the port is
 * taken.
 */
export async function startSqs(
  options: { readonly port?: number; readonly region?: string } = {},
): Promise<Sqs> {
  const app = buildApp({ logger: false });
  guardSqs(app);
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
