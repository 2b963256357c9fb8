import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../../infra/sandbox/aws/listen-on-loopback.ts';

/** One request that passed. */
type Passed = { readonly url: string; readonly authorization: string | undefined };

/** A way to a plain HTTP server that remembers who asked. */
export type Spy = {
  readonly url: string;
  readonly seen: () => readonly Passed[];
  readonly close: () => Promise<void>;
};

/** Passes every request on to a server, and its answer back. */
export const startSpy = async (target: string): Promise<Spy> => {
  const seen: Passed[] = [];
  const pass = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method, headers, url = '/' } = incoming;
    seen.push({ url, authorization: headers.authorization });
    const outgoing = request(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  };
  const server = createServer(pass);
  const port = await listenOnLoopback(server, 0, 'a spy');
  return {
    url: `http://127.0.0.1:${port}`,
    seen: () => [...seen],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
