import { openThread } from '../thread/open-thread.ts';
import type { DynamoDb } from './dynamodb.ts';

const file = new URL('./dynamodb-thread.ts', import.meta.url);

/** Starts DynamoDB as `startDynamoDb` does, in a thread of its own, whose parsing keeps nobody else waiting. */
export const startDynamoDbInThread = async (settings: {
  readonly port: number;
}): Promise<DynamoDb> => {
  const { ready, close } = await openThread<{ readonly url: string; readonly port: number }>({
    file,
    settings,
  });
  return { ...ready, close };
};
