import type { IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Access } from './access.ts';
import { NoAnswer } from './failures.ts';

/** One HTTP request, ready to send. */
type RawRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
  readonly timeLimitMs: number;
  /** A larger body is refused. */
  readonly maxAnswerBytes: number;
  readonly signal?: AbortSignal | undefined;
};

/** One whole HTTP answer. */
export type RawAnswer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
};

/** Connections to one API server. */
export type Transport = {
  /** Sends one request; throws `NoAnswer` where no whole answer came. */
  readonly send: (request: RawRequest) => Promise<RawAnswer>;
  /** Closes the connections once the running requests have ended. */
  readonly close: () => void;
};

/** Opens a pool of kept-alive connections. */
export const createTransport = (access: Access): Transport => {
  const agent = createAgent(access);
  let running = 0;
  let closing = false;
  return {
    send: async (request) => {
      running += 1;
      const limit = AbortSignal.timeout(request.timeLimitMs);
      const attempt = { request, limit, agent };
      try {
        return await sendOnce(attempt).catch((error: unknown) => {
          // The server may close a kept-alive connection just as it is used again; every call here may be sent twice.
          if (!(error instanceof StaleConnection)) throw error;
          return sendOnce(attempt);
        });
      } catch (error) {
        throw error instanceof StaleConnection ? error.failure : error;
      } finally {
        running -= 1;
        if (closing && running === 0) agent.destroy();
      }
    },
    close: () => {
      closing = true;
      if (running === 0) agent.destroy();
    },
  };
};

class StaleConnection extends Error {
  readonly failure: NoAnswer;

  constructor(failure: NoAnswer) {
    super(failure.message, { cause: failure });
    this.name = 'StaleConnection';
    this.failure = failure;
  }
}

const createAgent = (access: Access): HttpAgent | HttpsAgent => {
  const pool = { keepAlive: true, maxSockets: 16, scheduling: 'lifo' } as const;
  if (access.server.protocol === 'http:') return new HttpAgent(pool);
  const { ca, cert, key, serverName, insecure } = access.tls;
  return new HttpsAgent({
    ...pool,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(serverName === undefined ? {} : { servername: serverName }),
    rejectUnauthorized: insecure !== true,
  });
};

type Attempt = {
  readonly request: RawRequest;
  readonly limit: AbortSignal;
  readonly agent: HttpAgent | HttpsAgent;
};

const sendOnce = ({ request, limit, agent }: Attempt): Promise<RawAnswer> => {
  const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      method: request.method,
      headers: request.headers,
      agent,
      signal,
    };
    const send = request.url.protocol === 'http:' ? httpRequest : httpsRequest;
    const outgoing = send(request.url, options, (incoming) => {
      collect(incoming, request.maxAnswerBytes).then(resolve, (error: unknown) => {
        outgoing.destroy();
        reject(explain(error, request, limit));
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const failure = explain(error, request, limit);
      const stale =
        outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(stale && failure.why === 'connection' ? new StaleConnection(failure) : failure);
    });
    outgoing.end(request.body);
  });
};

const collect = async (incoming: IncomingMessage, maxBytes: number): Promise<RawAnswer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    // A stream without an encoding yields buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBytes) throw new NoAnswer('too-large', `the answer is over ${maxBytes} bytes`);
    chunks.push(bytes);
  }
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    text: Buffer.concat(chunks).toString('utf8'),
  };
};

const explain = (error: unknown, request: RawRequest, limit: AbortSignal): NoAnswer => {
  if (error instanceof NoAnswer) return error;
  if (request.signal?.aborted) return new NoAnswer('aborted', 'the call was aborted', error);
  if (limit.aborted)
    return new NoAnswer('timed-out', `no answer within ${request.timeLimitMs} ms`, error);
  return new NoAnswer('connection', connectionText(error), error);
};

// A refused connection to several addresses is an AggregateError with an empty message and a code.
const connectionText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return error.message === '' ? code : error.message;
};
