import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/**
 * How a way to a server is cut: `silent`, as by a firewall that drops what is sent; `mute`, what is sent arrives, and no answer comes
 * back.
 */
type Cut = 'silent' | 'mute';

/** A way to a server that can be cut, and opened again for new connections. */
export type Gate = {
  readonly url: string;
  /** From now on, or from a request on that begins so; resolves once something was sent that gets no answer. */
  readonly cut: (how: Cut, from?: string) => Promise<void>;
  readonly open: () => void;
  /** Ends all connections that are up, as a server does that has waited long enough. */
  readonly drop: () => void;
  /** Connections that were taken. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

/** What a gate does with what passes. */
type Rule = {
  how: Cut | undefined;
  armed: { readonly how: Cut; readonly from: string } | undefined;
};

/** Listens in front of a server on loopback. */
export const startGate = async (target: string): Promise<Gate> => {
  const { hostname, port, pathname } = new URL(target);
  const sockets = new Set<Socket>();
  const rule: Rule = { how: undefined, armed: undefined };
  let taken = 0;
  let heard: () => void = () => undefined;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const there = (chunk: Buffer): boolean => {
    const { armed } = rule;
    if (armed !== undefined && chunk.toString('latin1').startsWith(armed.from)) {
      Object.assign(rule, { how: armed.how, armed: undefined });
    }
    if (rule.how !== undefined) heard();
    return rule.how !== 'silent';
  };
  const server = createServer((client) => {
    taken += 1;
    keep(client);
    const upstream = keep(connect(Number(port), hostname));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.pipe(passing(there)).pipe(upstream);
    upstream.pipe(passing(() => rule.how === undefined)).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Cannot listen: no port');
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}${pathname === '/' ? '' : pathname}`,
    cut: (how, from) => {
      Object.assign(rule, from === undefined ? { how } : { armed: { how, from } });
      return new Promise((resolve) => {
        heard = resolve;
      });
    },
    open: () => {
      Object.assign(rule, { how: undefined, armed: undefined });
      drop();
    },
    drop,
    connections: () => taken,
    close: async () => {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
};

/** Lets chunks through, or drops them. */
const passing = (passes: (chunk: Buffer) => boolean): Transform =>
  new Transform({
    transform: (chunk: Buffer, _encoding, next) => (passes(chunk) ? next(null, chunk) : next()),
  });
