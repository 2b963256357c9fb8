import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut as by a firewall that drops packets. */
export type SilentGate = {
  readonly url: string;
  /** From now on connections are taken and nothing is answered. */
  readonly fallSilent: () => void;
  readonly close: () => Promise<void>;
};

/** Listens in front of a server on loopback and passes everything through, until told to fall silent. */
export const startSilentGate = async (target: string): Promise<SilentGate> => {
  const { protocol, hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let silent = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((client) => {
    keep(client);
    if (silent) return;
    const upstream = keep(connect(Number(targetPort), hostname));
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Cannot listen: no port');
  return {
    url: `${protocol}//127.0.0.1:${address.port}`,
    fallSilent: () => {
      silent = true;
      for (const socket of sockets) socket.pause().unpipe();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
