/** The inside of the thread of the DynamoDB stand-in. */
import { serveThread } from '../thread/serve-thread.ts';
import { startDynamoDb } from './dynamodb.ts';

await serveThread<{ readonly port: number }, { readonly url: string; readonly port: number }>(
  async (settings) => {
    const { url, port, close } = await startDynamoDb(settings);
    return { ready: { url, port }, orders: { close } };
  },
);
