import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { ServingCertificate } from './serving-certificate.ts';

/** A TLS address of a server that speaks plain HTTP. */
export type TlsFront = { readonly url: string; readonly close: () => Promise<void> };

const pass = (target: URL, incoming: IncomingMessage, response: ServerResponse): void => {
  const url = new URL(incoming.url ?? '/', target);
  const outgoing = httpRequest(url, {
    method: incoming.method,
    headers: { ...incoming.headers, host: target.host },
  });
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  incoming.on('error', () => outgoing.destroy());
  incoming.pipe(outgoing);
};

/**
 * Serves a plain HTTP server over TLS: kube-apiserver sends its webhook token over TLS alone (client-go reads a kubeconfig's user
 * only for servers it reaches so).
 */
export const startTlsFront = async (
  target: string,
  { certificate, key }: ServingCertificate,
): Promise<TlsFront> => {
  const to = new URL(target);
  const server = createServer({ cert: certificate, key }, (incoming, response) =>
    pass(to, incoming, response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null)
    throw new Error(`Cannot serve ${target} over TLS: the system named no port`);
  return {
    url: `https://127.0.0.1:${address.port}${to.pathname}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
