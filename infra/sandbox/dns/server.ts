import type { Socket } from 'node:net';
import type DNS from 'dns2';
import { createTCPServer, createUDPServer } from 'dns2';
import { encodeResponse, failureFor, respond, udpBudget } from './respond.ts';
import type { DnsZone } from './zone-index.ts';

/** What the server answers from and where. */
export type DnsOptions = {
  /** UDP and TCP; default: one that is free for both. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** The zones, read at each query; the same array of sets is indexed once. */
  readonly zones: () => readonly DnsZone[];
};

/** A running DNS server. */
export type DnsServer = {
  readonly host: string;
  readonly port: number;
  readonly close: () => Promise<void>;
};

const maxTcpBytes = 65_535;
const maxPortTries = 20;

type Send = (message: Buffer) => Promise<Buffer>;

const encode = (request: DNS.Packet, options: DnsOptions, maxBytes: number): Buffer | undefined => {
  try {
    const response = respond(request, options.zones());
    return response === undefined ? undefined : encodeResponse(response, maxBytes);
  } catch {
    // A record that can't be written must cost its asker the answer, not everyone the server.
    return encodeResponse(failureFor(request), maxBytes);
  }
};

const reply = (send: Send, message: Buffer | undefined): void => {
  if (message === undefined) return;
  // The asker may be gone by now; DNS has no one else to tell.
  Promise.resolve(send(message)).catch(() => undefined);
};

type Transports = {
  readonly udp: DNS.UDPServer;
  readonly tcp: DNS.TCPServer;
  readonly sockets: Set<Socket>;
};

const ignore = (): void => undefined;

const createTransports = (options: DnsOptions): Transports => {
  const sockets = new Set<Socket>();
  const udp = createUDPServer((request, send) => {
    reply(send, encode(request, options, udpBudget(request)));
  });
  const tcp = createTCPServer((request, send) => {
    reply(send, encode(request, options, maxTcpBytes));
  });
  tcp.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', ignore).on('close', () => sockets.delete(socket));
  });
  udp.on('requestError', ignore);
  tcp.on('requestError', ignore);
  return { udp, tcp, sockets };
};

const bindUdp = (udp: DNS.UDPServer, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    udp.once('error', reject);
    udp.bind(port, host, () => {
      udp.off('error', reject).on('error', ignore);
      resolve(udp.address().port);
    });
  });

const bindTcp = (tcp: DNS.TCPServer, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    tcp.once('error', reject);
    tcp.listen(port, host, () => {
      tcp.off('error', reject).on('error', ignore);
      resolve();
    });
  });

const closeTransports = async ({ udp, tcp, sockets }: Transports): Promise<void> => {
  const udpClosed = new Promise<void>((resolve) => udp.close(() => resolve()));
  const tcpClosed = new Promise<void>((resolve) => tcp.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  await Promise.all([udpClosed, tcpClosed]);
};

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

type Bound = { readonly transports: Transports; readonly port: number };

/** Binds UDP, then TCP to the same number; gives nothing if that number is taken for TCP. */
const bindBoth = async (options: DnsOptions, host: string): Promise<Bound | undefined> => {
  const transports = createTransports(options);
  let port: number | undefined;
  try {
    port = await bindUdp(transports.udp, options.port ?? 0, host);
    await bindTcp(transports.tcp, port, host);
    return { transports, port };
  } catch (error) {
    await closeTransports(transports);
    const retry = port !== undefined && (options.port ?? 0) === 0 && isTaken(error);
    if (retry) return undefined;
    throw error;
  }
};

/**
 * Starts an authoritative DNS server over UDP and TCP on one port number. It answers for its
 * zones only and never recurses; answers that are too long for UDP are truncated for a retry
 * over TCP.
 *
 * @throws Error if the port is taken
 */
export const startDns = async (options: DnsOptions): Promise<DnsServer> => {
  const host = options.host ?? '127.0.0.1';
  for (let tries = 0; tries < maxPortTries; tries += 1) {
    const bound = await bindBoth(options, host).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`Cannot start DNS on ${host}:${options.port ?? 0}: ${reason}`, { cause });
    });
    if (bound === undefined) continue;
    return { host, port: bound.port, close: () => closeTransports(bound.transports) };
  }
  throw new Error(
    `Cannot start DNS on ${host}: no port was free for both UDP and TCP in ${maxPortTries} tries; name one with \`port\``,
  );
};
