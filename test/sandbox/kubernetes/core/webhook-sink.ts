import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';

/** One POST that a sink got. */
export type Delivery = {
  readonly token: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: audit events are asserted on field by field
  readonly events: readonly any[];
};

/** An audit webhook of a test: what it got, and when it has got enough. */
export type Sink = {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** All events once there are `count`, in the order of their deliveries. */
  readonly events: (count: number) => Promise<Delivery['events']>;
};

/** Starts a webhook that answers with the codes given, then 200. */
export async function startSink(test: TestContext, codes: readonly number[] = []): Promise<Sink> {
  const deliveries: Delivery[] = [];
  let waiting: (() => void) | undefined;
  let seen = 0;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const code = codes[seen] ?? 200;
    seen += 1;
    response.writeHead(code).end();
    if (code !== 200) return;
    deliveries.push({ token: request.headers.authorization, events: body.items });
    waiting?.();
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const all = () => deliveries.flatMap(({ events }) => events);
  return {
    url: `http://127.0.0.1:${port}/audit`,
    deliveries,
    events: async (count) => {
      while (all().length < count) {
        await new Promise<void>((resolve) => {
          waiting = resolve;
        });
      }
      return all();
    },
  };
}
