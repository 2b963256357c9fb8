import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable, startDynamoDb } from '../../../infra/sandbox/aws/dynamodb.ts';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import type { Table } from '../../../lib/adapters/dynamodb/table.ts';
import { givenEndpoint } from './given-endpoint.ts';

/** A table of its own for one test file. */
export type OpenTable = {
  readonly table: Table;
  /** The same table through a client of its own, as another function sees it. */
  readonly other: Table;
  readonly close: () => Promise<void>;
};

/** Makes Seamark's table in the stand-in, or in what `AWS_ENDPOINT_URL_DYNAMODB` names. */
export const openTable = async (): Promise<OpenTable> => {
  const endpoint = givenEndpoint('DYNAMODB');
  const standIn = endpoint ? undefined : await startDynamoDb();
  const url = endpoint ?? standIn?.url ?? '';
  const name = `seamark-test-${process.pid}-${process.hrtime.bigint()}`;
  await createTable(url, name);
  const connect = (): Table => ({ client: new DynamoDBClient(sandboxClientConfig(url)), name });
  const [table, other] = [connect(), connect()];
  return {
    table,
    other,
    close: async () => {
      table.client.destroy();
      other.client.destroy();
      await standIn?.close();
    },
  };
};
