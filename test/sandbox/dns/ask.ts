import { createSocket } from 'node:dgram';
import { createConnection } from 'node:net';
import type DNS from 'dns2';
import { Packet } from 'dns2';
import type { DnsServer } from '../../../infra/sandbox/dns/server.ts';

const deadlineMs = 5000;

/** What to ask; `type` and `cls` are numbers of the protocol. */
export type Question = {
  readonly name: string;
  readonly type?: number;
  readonly cls?: number;
  /** Offers this many octets by EDNS. */
  readonly edns?: number;
  readonly header?: Partial<DNS.Packet.Header>;
};

/** A query as octets. */
export const queryBytes = (question: Question): Buffer => {
  const header = { id: 4711, rd: 1, ...question.header } as const;
  const packet = new Packet(new Packet.Header(header));
  const { name, type = Packet.TYPE.A, cls = Packet.CLASS.IN, edns } = question;
  packet.questions = [new Packet.Question(name, type, cls)];
  if (edns !== undefined) {
    packet.additionals = [Packet.Resource.EDNS([], { udpPayloadSize: edns })];
  }
  return packet.toBuffer();
};

const within = <T>(work: Promise<T>, what: string): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No ${what} in ${deadlineMs} ms`)), deadlineMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

/** Sends octets over UDP and gives the octets that come back. */
export const exchangeUdp = async (server: DnsServer, message: Buffer): Promise<Buffer> => {
  const socket = createSocket('udp4');
  try {
    const answer = new Promise<Buffer>((resolve, reject) => {
      socket.once('message', resolve).once('error', reject);
    });
    socket.send(message, server.port, server.host);
    return await within(answer, 'answer over UDP');
  } finally {
    socket.close();
  }
};

/** Sends messages over one TCP connection and gives its answers; fewer if it is closed before. */
export const exchangeTcp = async (
  server: DnsServer,
  messages: readonly Buffer[],
  expected = messages.length,
): Promise<readonly Buffer[]> => {
  const socket = createConnection(server.port, server.host);
  const answers: Buffer[] = [];
  const done = new Promise<readonly Buffer[]>((resolve) => {
    let buffered = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      buffered = Buffer.concat([buffered, chunk]);
      while (buffered.length >= 2 && buffered.length >= 2 + buffered.readUInt16BE(0)) {
        const end = 2 + buffered.readUInt16BE(0);
        answers.push(buffered.subarray(2, end));
        buffered = buffered.subarray(end);
      }
      if (answers.length >= expected) resolve(answers);
    });
    socket.on('close', () => resolve(answers)).on('error', () => resolve(answers));
  });
  for (const message of messages) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(message.length);
    socket.write(Buffer.concat([length, message]));
  }
  try {
    return await within(done, 'answers over TCP');
  } finally {
    socket.destroy();
  }
};

/** Asks over UDP. */
export const ask = async (server: DnsServer, question: Question): Promise<DNS.Packet> =>
  Packet.parse(await exchangeUdp(server, queryBytes(question)));
