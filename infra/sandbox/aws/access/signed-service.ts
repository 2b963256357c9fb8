import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../listen-on-loopback.ts';
import { type AuthFault, authenticate, type Caller, type Incoming } from './authenticate.ts';
import type { Iam } from './iam.ts';

/** What goes back. */
export type Answer = {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body: string;
};

/** One service as its stand-in knows it. */
export type SignedService = {
  /** As signatures are scoped to it, such as `sts`. */
  readonly service: string;
  readonly answer: (incoming: Incoming, caller: Caller) => Answer;
  readonly refuse: (fault: AuthFault) => Answer;
  /** What the service says when it has enough of a caller, or trouble of its own. */
  readonly trouble: (kind: 'throttled' | 'unavailable') => Answer;
};

/** What can be wrong with a service itself; a silent one takes requests and never answers. */
export type Trouble = 'throttled' | 'unavailable' | 'silent';

/** What every stand-in for a signed service is started with. */
export type ServiceOptions = {
  /** Default: a free port. */
  readonly port?: number;
  readonly iam: Iam;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** A running stand-in. */
export type RunningService = {
  readonly url: string;
  readonly port: number;
  /** Requests that came in, signed or not. */
  readonly requests: () => number;
  /** Answers every request like this from now on; undefined ends it. */
  readonly setTrouble: (kind: Trouble | undefined) => void;
  readonly close: () => Promise<void>;
};

/** Serves a signed service on loopback. Throws when the port is taken. */
export const startSignedService = async (
  part: SignedService,
  { port = 0, iam, now }: ServiceOptions,
): Promise<RunningService> => {
  let requests = 0;
  let trouble: Trouble | undefined;
  const answer = async (request: IncomingMessage): Promise<Answer | undefined> => {
    requests += 1;
    const incoming = await readIncoming(request);
    if (trouble === 'silent') return undefined;
    if (trouble !== undefined) return part.trouble(trouble);
    const caller = authenticate(incoming, { iam, service: part.service, now });
    return 'session' in caller ? part.answer(incoming, caller) : part.refuse(caller);
  };
  const server = createServer((request, response) => {
    answer(request)
      .then((answered) => {
        if (answered === undefined) return;
        response.writeHead(answered.status, answered.headers);
        response.end(answered.body);
      })
      .catch(() => response.destroy());
  });
  const listening = await listenOnLoopback(server, port, part.service);
  return {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    requests: () => requests,
    setTrouble: (kind) => {
      trouble = kind;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const readIncoming = async (request: IncomingMessage): Promise<Incoming> => ({
  method: request.method ?? '',
  url: request.url ?? '/',
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  ),
  body: await text(request),
});
