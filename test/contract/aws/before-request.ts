import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * Does something right before the client sends its nth request (from 1 on), as somebody else who comes in between
 * would. Returns what ends it, and fails there if there was no such request.
 */
export const beforeRequest = (
  client: DynamoDBClient,
  nth: number,
  act: () => Promise<unknown>,
): (() => void) => {
  const name = 'beforeRequest';
  let requests = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      requests += 1;
      if (requests === nth) await act();
      return next(args);
    },
    { step: 'initialize', name },
  );
  return () => {
    client.middlewareStack.remove(name);
    if (requests < nth) throw new Error(`only ${requests} requests were sent`);
  };
};

/** Does something right before each request that the client sends. Returns what ends it. */
export const beforeEachRequest = (
  client: DynamoDBClient,
  act: () => Promise<unknown>,
): (() => void) => {
  const name = 'beforeEachRequest';
  client.middlewareStack.add(
    (next) => async (args) => {
      await act();
      return next(args);
    },
    { step: 'initialize', name },
  );
  return () => {
    client.middlewareStack.remove(name);
  };
};
