import assert from 'node:assert/strict';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';

/** A request as the server saw it. */
export type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: { readonly [name: string]: string };
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** An answer; `silence` never comes, `half` stops in its middle, `reset` breaks the connection. */
export type Reply =
  | {
      readonly status: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: { readonly [name: string]: string };
    }
  | 'silence'
  | 'half'
  | 'reset';

/** A server on loopback that answers what a test says, and remembers what it was asked. */
export type LoopbackApi = {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** Connections that are open now. */
  readonly connections: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** Starts a server; with `tls` it serves over TLS. */
export const startLoopbackApi = async (
  reply: (request: SeenRequest) => Reply,
  tls?: ServerOptions,
): Promise<LoopbackApi> => {
  const seen: SeenRequest[] = [];
  const answerOne = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming);
    seen.push(request);
    const answer = reply(request);
    if (answer === 'silence') return;
    if (answer === 'half') return void outgoing.write('{"half":');
    if (answer === 'reset') return void incoming.socket.destroy();
    outgoing.writeHead(answer.status, answer.headers);
    outgoing.end(answer.text ?? JSON.stringify(answer.json ?? {}));
  };
  const listener: RequestListener = (incoming, outgoing) => {
    answerOne(incoming, outgoing).catch(() => outgoing.destroy());
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    seen,
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const readRequest = async (incoming: IncomingMessage): Promise<SeenRequest> => {
  const chunks: Buffer[] = [];
  // A stream without an encoding yields buffers.
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://loopback');
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
};
