import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import type { Table } from '../../../lib/adapters/dynamodb/table.ts';

/** A table of its own for one test file. */
export type OpenTable = { readonly table: Table; readonly close: () => Promise<void> };

/** Makes Seamark's table in dynalite, or in what `AWS_ENDPOINT_URL_DYNAMODB` names. */
export const openTable = async (): Promise<OpenTable> => {
  const standIn = process.env['AWS_ENDPOINT_URL_DYNAMODB'] ? undefined : await startDynalite();
  const client = new DynamoDBClient({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    ...(standIn && { endpoint: standIn.url }),
  });
  const name = `seamark-test-${process.pid}-${Date.now()}`;
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 0.05 }, { TableName: name });
  return {
    table: { client, name },
    close: async () => {
      await client.send(new DeleteTableCommand({ TableName: name }));
      client.destroy();
      await standIn?.close();
    },
  };
};

const startDynalite = async (): Promise<{
  readonly url: string;
  readonly close: () => Promise<void>;
}> => {
  const start: (options: object) => Server = createRequire(import.meta.url)('dynalite');
  const server = start({ createTableMs: 0, deleteTableMs: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
