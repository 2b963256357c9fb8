import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * Loses the answer to the next request of one command after the service has acted, as a broken connection does; the
 * client then sends the same request again. Returns what ends it, and fails there if no answer was lost.
 */
export const loseOneAnswer = (client: DynamoDBClient, commandName: string): (() => void) => {
  const name = 'loseOneAnswer';
  let lost = false;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      if (lost || context['commandName'] !== commandName) return result;
      lost = true;
      throw Object.assign(new Error('socket hang up'), {
        code: 'ECONNRESET',
        name: 'TimeoutError',
      });
    },
    { step: 'deserialize', name, priority: 'high' },
  );
  return () => {
    client.middlewareStack.remove(name);
    if (!lost) throw new Error(`no answer to ${commandName} was lost`);
  };
};
