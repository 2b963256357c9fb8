import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { createDynamoZoneLedger } from '../../../lib/adapters/dynamodb/zone-ledger.ts';

type Batch = {
  readonly RequestItems: { readonly seamark: { readonly Keys: readonly object[] } };
};

/** A table so short of capacity that each BatchGetItem reads one item and hands the other keys back. */
const answerOne = async (request: AsyncIterable<Buffer>): Promise<string> => {
  // The client writes this form (API_BatchGetItem).
  const { RequestItems: asked } = (await json(request as NodeJS.ReadableStream)) as Batch;
  const [first, ...rest] = asked.seamark.Keys;
  const item = { ...first, desiredVersion: { N: '1' } };
  return JSON.stringify({
    Responses: { seamark: [item] },
    UnprocessedKeys: rest.length > 0 ? { seamark: { ...asked.seamark, Keys: rest } } : {},
  });
};

const keysOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ namespace: 'many', name: `s${index}` }));

describe('readMany of a table short of capacity', () => {
  let server: Server;
  let client: DynamoDBClient;
  before(async () => {
    server = createServer((request, response) => {
      const type = { 'content-type': 'application/x-amz-json-1.0' };
      answerOne(request).then(
        (body) => response.writeHead(200, type).end(body),
        () => response.destroy(),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo;
    client = new DynamoDBClient(sandboxClientConfig(`http://127.0.0.1:${port}`));
  });
  after(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });

  const openLedger = () => {
    const waits: number[] = [];
    const sleep = async (spanMs: number): Promise<void> => void waits.push(spanMs);
    return { ledger: createDynamoZoneLedger({ client, name: 'seamark' }, { sleep }), waits };
  };

  it('asks again for what was left out, with growing waits', async () => {
    const { ledger, waits } = openLedger();
    const entries = await ledger.readMany('Z1', keysOf(3));
    assert.deepEqual(
      entries.map(({ key }) => key),
      keysOf(3),
    );
    assert.deepEqual(waits, [50, 100]);
  });

  it('is throttled once that never ends', async () => {
    const { ledger, waits } = openLedger();
    const message = /^Cannot read 13 ledger entries of zone Z1: .*capacity$/;
    await assert.rejects(ledger.readMany('Z1', keysOf(20)), { kind: 'throttled', message });
    assert.deepEqual(waits, [50, 100, 200, 400, 800, 1600]);
  });
});
