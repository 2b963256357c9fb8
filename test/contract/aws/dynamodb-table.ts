import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable, startDynamoDb } from '../../../infra/sandbox/aws/dynamodb.ts';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import type { Table } from '../../../lib/adapters/dynamodb/table.ts';
import { closeAll } from '../../aws/stand-in/close-all.ts';
import { givenEndpoint } from '../../aws/stand-in/given-endpoint.ts';
import { uniqueName } from '../../aws/stand-in/unique-name.ts';

/** A table of its own for one test file. */
export type OpenTable = {
  readonly table: Table;
  /** The same table through a client of its own, as another function sees it. */
  readonly other: Table;
  /** Deletes the table. */
  readonly close: () => Promise<void>;
};

/** Makes Seamark's table in the stand-in that comes with the project, or in what `AWS_ENDPOINT_URL` names. */
export const openTable = async (): Promise<OpenTable> => {
  const endpoint = givenEndpoint('DYNAMODB');
  const standIn = endpoint === undefined ? await startDynamoDb() : undefined;
  const url = endpoint ?? standIn?.url ?? '';
  const name = uniqueName();
  const connect = (): Table => ({ client: new DynamoDBClient(sandboxClientConfig(url)), name });
  const [table, other] = [connect(), connect()];
  await createTable(url, name);
  return {
    table,
    other,
    close: () =>
      closeAll([
        () => table.client.send(new DeleteTableCommand({ TableName: name })),
        async () => table.client.destroy(),
        async () => other.client.destroy(),
        () => standIn?.close(),
      ]),
  };
};
