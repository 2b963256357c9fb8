import { Route53Client, type ServiceOutputTypes } from '@aws-sdk/client-route-53';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';

/** A client that sends nothing: it keeps each request and gives the answers of a list, an error by throwing it. */
export const recordingRoute53 = <Request extends object>(
  answers: readonly object[],
): { readonly client: Route53Client; readonly requests: readonly Request[] } => {
  const client = new Route53Client({
    ...sandboxClientConfig('http://127.0.0.1:9'),
    maxAttempts: 1,
  });
  const requests: Request[] = [];
  client.middlewareStack.add(
    () => (args) => {
      const answer = answers[requests.length] ?? {};
      // A test names the fields that it looks at.
      requests.push(args.input as Request);
      if (answer instanceof Error) return Promise.reject(answer);
      // A test gives the fields that the adapter reads.
      const output = { $metadata: {}, ...answer } as ServiceOutputTypes;
      return Promise.resolve({ output, response: undefined });
    },
    { step: 'initialize', priority: 'high' },
  );
  return { client, requests };
};
