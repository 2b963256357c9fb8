import type { Access } from './access.ts';
import type { ApiAnswer } from './api-answer.ts';
import { classify, Refusal } from './failures.ts';
import { type Erase, eraseInBody, eraserOf } from './own-credentials.ts';
import { createTransport, type RawAnswer } from './transport.ts';

/** One call of a Kubernetes API. */
export type ApiCall = {
  /** Completes "Cannot …" in messages, such as `read Service web/shop`. */
  readonly what: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  /** Sent as JSON. */
  readonly body?: unknown;
  /** `application/json` unless given. */
  readonly contentType?: string;
  /** `application/json` unless given. */
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  /** 10 s unless given. */
  readonly timeLimitMs?: number;
  /** Largest body that is read, where it is less than the client's own limit. */
  readonly maxAnswerBytes?: number;
};

/** A client of one API server. */
export type ApiClient = {
  /** Ends every `what` of a message, such as `in cluster tokyo`. */
  readonly place: string;
  /** Returns any answer; throws `ControllerError` where there was none. */
  readonly send: (call: ApiCall) => Promise<ApiAnswer>;
};

/** A client with its own connections. */
export type OpenClient = ApiClient & {
  /** The token that a call would carry now; undefined where none does. */
  readonly token: () => Promise<string | undefined>;
  /** Sends with a token that was asked for before. */
  readonly sendAs: (token: string | undefined, call: ApiCall) => Promise<ApiAnswer>;
  /** Closes the connections once the running calls have ended. */
  readonly close: () => void;
};

/** Limits of a client. */
export type ClientLimits = {
  /** Time for a whole call; 10 s unless given. */
  readonly timeLimitMs?: number;
  /** Largest body that is read; 8 MiB unless given, which as objects take some 200 MB where they are meant to. */
  readonly maxAnswerBytes?: number;
};

/** Opens a client of one API server. */
export const createApiClient = (access: Access, limits: ClientLimits = {}): OpenClient => {
  const transport = createTransport(access);
  const maxBytes = limits.maxAnswerBytes ?? 8 * 1024 * 1024;
  const place = `in ${access.label}`;
  const token = async (): Promise<string | undefined> => await access.token?.();
  const sendAs: OpenClient['sendAs'] = async (bearer, call) => {
    try {
      const body = call.body === undefined ? undefined : JSON.stringify(call.body);
      const answer = await transport.send({
        method: call.method,
        url: urlOf(access.server, call),
        headers: headersOf(call, bearer, body),
        ...(body === undefined ? {} : { body }),
        timeLimitMs: call.timeLimitMs ?? limits.timeLimitMs ?? 10_000,
        maxAnswerBytes: Math.min(call.maxAnswerBytes ?? maxBytes, maxBytes),
        signal: call.signal,
      });
      return toAnswer(answer, access, () => eraserOf(bearer, access));
    } catch (error) {
      throw classify(`${call.what} ${place}`, error, eraserOf(bearer, access));
    }
  };
  return {
    place,
    close: transport.close,
    token,
    sendAs,
    send: async (call) => {
      const bearer = await token().catch((error: unknown) => {
        throw classify(`${call.what} ${place}`, error);
      });
      return await sendAs(bearer, call);
    },
  };
};

/** The answer's JSON where the call succeeded; throws `ControllerError` for every other status. */
export const expectJson = (client: ApiClient, call: ApiCall, answer: ApiAnswer): unknown => {
  const what = `${call.what} ${client.place}`;
  if (!isSuccess(answer)) throw classify(what, new Refusal(answer));
  try {
    return JSON.parse(answer.text);
  } catch {
    // Not the parser's own error: it quotes the body, which may be a Secret.
    throw classify(what, new Error('the answer is not JSON'));
  }
};

/** Sends and expects JSON. */
export const callJson = async (client: ApiClient, call: ApiCall): Promise<unknown> =>
  expectJson(client, call, await client.send(call));

const urlOf = (server: URL, call: ApiCall): URL => {
  const url = new URL(server);
  url.pathname = `${server.pathname.replace(/\/+$/, '')}${call.path}`;
  url.search = new URLSearchParams(call.query ?? {}).toString();
  return url;
};

const headersOf = (
  call: ApiCall,
  token: string | undefined,
  body: string | undefined,
): { readonly [name: string]: string | number } => ({
  accept: call.accept ?? 'application/json',
  'user-agent': 'seamark',
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(body === undefined
    ? {}
    : {
        'content-type': call.contentType ?? 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
});

const isSuccess = ({ status }: { readonly status: number }): boolean =>
  status >= 200 && status <= 299;

const toAnswer = (answer: RawAnswer, { tls }: Access, eraser: () => Erase): ApiAnswer => {
  const retryAfterMs = retryAfter(answer.headers);
  return {
    status: answer.status,
    // What succeeds is data, a Secret maybe, and never quoted.
    ...(isSuccess(answer) ? { text: answer.text } : bodyOfFailure(answer, eraser())),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(tls.insecure ? { unverified: true } : {}),
  };
};

const bodyOfFailure = (
  { text, headers }: RawAnswer,
  erase: Erase,
): Pick<ApiAnswer, 'text' | 'length' | 'contentType'> => {
  const contentType = headers['content-type'];
  return {
    text: eraseInBody(text, erase),
    length: text.length,
    ...(contentType === undefined ? {} : { contentType: erase(contentType) }),
  };
};

// Seconds, or a date, which is measured by the server's own clock (RFC 9110 10.2.3).
const retryAfter = (headers: RawAnswer['headers']): number | undefined => {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const waitMs = /^\d+$/.test(text)
    ? Number(text) * 1000
    : Date.parse(text) - Date.parse(headers.date ?? '');
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
};
