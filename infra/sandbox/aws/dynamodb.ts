import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { dynamoDbRefusal } from './dynamodb-refusals.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';
import { sandboxClientConfig } from './sandbox-client-config.ts';

/** A running DynamoDB stand-in. */
export interface DynamoDb {
  readonly url: string;
  readonly port: number;
  /** Cuts off all connections and drops all tables. */
  readonly close: () => Promise<void>;
}

/**
 * Starts an empty DynamoDB in memory on 127.0.0.1 that takes any credentials. Laxer than the service in this:
 * every read is consistent, nothing is throttled, nothing expires. Throws when the port is taken.
 */
export async function startDynamoDb(options: { readonly port?: number } = {}): Promise<DynamoDb> {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  guard(server);
  const port = await listenOnLoopback(server, options.port ?? 0, 'DynamoDB');
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      const closed = new Promise<void>((resolve, reject) =>
        server.close((error) => (error ? reject(error) : resolve())),
      );
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Creates a table with the keys `pk` (hash) and `sk` (range), both strings, paid per request, and waits until it
 * is active. Throws the service's own error, for instance when the table exists.
 */
export async function createTable(endpoint: string, name: string): Promise<void> {
  const client = new DynamoDBClient(sandboxClientConfig(endpoint));
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
        ],
      }),
    );
    await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 1 }, { TableName: name });
  } finally {
    client.destroy();
  }
}

/**
 * Puts the refusals in front of dynalite and hands it each request whole: it throws out of the process when a
 * client goes away in the middle of one.
 */
function guard(server: Server): void {
  const serve = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    answer(request, response, serve).catch(() => response.destroy());
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  serve: ReturnType<Server['listeners']>,
): Promise<void> {
  const body = await text(request);
  const refusal = dynamoDbRefusal(body);
  if (refusal !== undefined) return refuse(response, refusal);
  const { method, url, headers } = request;
  const replay = Object.assign(Readable.from([Buffer.from(body)]), { method, url, headers });
  for (const listener of serve) Reflect.apply(listener, undefined, [replay, response]);
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(
    JSON.stringify({ __type: 'com.amazon.coral.validate#ValidationException', message }),
  );
}
