import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';

/** An API server as suites reach it that know neither TLS nor tokens, as behind `kubectl proxy`. */
export type PlainFront = { readonly url: string; readonly close: () => Promise<void> };

/** Serves an API server over plain HTTP on loopback; requests without a token of their own get this one. */
export const startPlainFront = async (
  target: string,
  { ca, token }: { readonly ca: string; readonly token: string },
): Promise<PlainFront> => {
  const agent = new Agent({ keepAlive: true, ca });
  const server = createServer((incoming, response) => {
    const headers = { authorization: `Bearer ${token}`, ...incoming.headers };
    const { url: path = '/', method } = incoming;
    const outgoing = request(new URL(path, target), { agent, method, headers });
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP listener's address is an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
};
