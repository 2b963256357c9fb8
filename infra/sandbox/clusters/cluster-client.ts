import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { json, text } from 'node:stream/consumers';
import type { JsonObject, KubeObject } from '../kubernetes/resource.ts';

/** Where a cluster's API is and who asks. */
export type ClusterAccess = {
  readonly url: string;
  readonly token: string;
  /** Authority of an API that is served over TLS, PEM. */
  readonly ca?: string;
};

/** An object as the sandbox writes it. */
export type Manifest = JsonObject & { readonly metadata: JsonObject & { readonly name: string } };

/** An answer other than 2xx, with the code and text of its `Status`. */
export class ApiError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
  }
}

/** One page of a list, which the sandbox always reads whole. */
export type KubeList = {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly KubeObject[];
};

/** One event of a watch. */
export type WatchEvent = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: KubeObject;
};

/** The calls that the sandbox itself makes to a cluster. All throw `ApiError`, or the error of the connection. */
export type ClusterClient = {
  readonly url: string;
  /** Undefined if the object is absent. */
  readonly read: (path: string) => Promise<KubeObject | undefined>;
  readonly list: (path: string, signal?: AbortSignal) => Promise<KubeList>;
  readonly create: (path: string, object: JsonObject) => Promise<KubeObject>;
  readonly replace: (path: string, object: JsonObject) => Promise<KubeObject>;
  /** JSON merge patch. */
  readonly merge: (path: string, patch: JsonObject) => Promise<KubeObject>;
  /** Server-side apply, forced. */
  readonly apply: (path: string, object: JsonObject, manager: string) => Promise<KubeObject>;
  /** Deletes with background propagation; an absent object is no error. */
  readonly remove: (path: string) => Promise<void>;
  /** Events until the server ends the watch; ends silently when `signal` aborts. */
  readonly watch: (path: string, signal: AbortSignal) => AsyncGenerator<WatchEvent>;
};

type Call = {
  readonly method: string;
  readonly path: string;
  readonly body?: JsonObject;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
};

/** Connections that a client keeps; further calls wait for one, so that a rush is no flood. */
const maxSockets = 8;

type Connections = HttpAgent | false;

const open = (
  access: ClusterAccess,
  call: Call,
  agent: Connections,
): Promise<IncomingMessage | 'stale'> =>
  new Promise((resolve, reject) => {
    const url = new URL(`${access.url}${call.path}`);
    const body = call.body ? JSON.stringify(call.body) : '';
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = request(url, {
      method: call.method,
      agent,
      headers: {
        authorization: `Bearer ${access.token}`,
        accept: 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(call.body ? { 'content-type': call.contentType ?? 'application/json' } : {}),
      },
      ...(access.ca === undefined ? {} : { ca: access.ca }),
      ...(call.signal ? { signal: call.signal } : {}),
    });
    outgoing.on('response', resolve);
    outgoing.on('error', (error) => {
      const isReset = 'code' in error && error.code === 'ECONNRESET';
      if (isReset && outgoing.reusedSocket && !call.signal?.aborted) resolve('stale');
      else reject(error);
    });
    outgoing.end(body);
  });

/** A kept connection may be of the time before stop-cluster: then a new one is asked. */
const answerOf = async (
  access: ClusterAccess,
  call: Call,
  agent: Connections,
): Promise<IncomingMessage> => {
  const answer = await open(access, call, agent);
  if (answer !== 'stale') return answer;
  const again = await open(access, call, false);
  if (again === 'stale') throw new Error(`Cannot ${call.method} ${access.url}${call.path}: reset`);
  return again;
};

const send = async (
  access: ClusterAccess,
  call: Call,
  agent: Connections,
): Promise<IncomingMessage> => {
  const response = await answerOf(access, call, agent);
  const { statusCode = 0 } = response;
  if (statusCode >= 200 && statusCode < 300) return response;
  const reason = statusText(await text(response)) ?? `HTTP ${statusCode}`;
  throw new ApiError(statusCode, `Cannot ${call.method} ${access.url}${call.path}: ${reason}`);
};

const statusText = (body: string): string | undefined => {
  try {
    const status: unknown = JSON.parse(body);
    if (typeof status !== 'object' || status === null || !('message' in status)) return undefined;
    return typeof status.message === 'string' ? status.message : undefined;
  } catch {
    return body.trim() || undefined;
  }
};

// The cast trusts the API server, which validates whatever it stores.
const object = async (response: IncomingMessage): Promise<KubeObject> =>
  (await json(response)) as KubeObject;

async function* lines(response: IncomingMessage): AsyncGenerator<string> {
  response.setEncoding('utf8');
  let rest = '';
  for await (const chunk of response) {
    const parts = `${rest}${chunk}`.split('\n');
    rest = parts.pop() ?? '';
    yield* parts.filter((part) => part !== '');
  }
}

async function* watchEvents(
  access: ClusterAccess,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent> {
  try {
    // A watch lasts: it would hold a connection that others wait for.
    const response = await send(access, { method: 'GET', path, signal }, false);
    // The cast trusts the API server.
    for await (const line of lines(response)) yield JSON.parse(line) as WatchEvent;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** A small client of the Kubernetes API: plain HTTP and JSON, one bearer token. */
export const createClusterClient = (access: ClusterAccess): ClusterClient => {
  const options = { keepAlive: true, maxSockets };
  const agent = access.url.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
  const call = (one: Call): Promise<IncomingMessage> => send(access, one, agent);
  const write = async (one: Call): Promise<KubeObject> => object(await call(one));
  return {
    url: access.url,
    read: async (path) => {
      try {
        return await object(await call({ method: 'GET', path }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 404) return undefined;
        throw error;
      }
    },
    list: async (path, signal) => {
      const response = await call({ method: 'GET', path, ...(signal ? { signal } : {}) });
      // The cast trusts the API server.
      return (await json(response)) as KubeList;
    },
    create: (path, body) => write({ method: 'POST', path, body }),
    replace: (path, body) => write({ method: 'PUT', path, body }),
    merge: (path, body) =>
      write({ method: 'PATCH', path, body, contentType: 'application/merge-patch+json' }),
    apply: (path, body, manager) =>
      write({
        method: 'PATCH',
        path: `${path}?fieldManager=${encodeURIComponent(manager)}&force=true`,
        body,
        contentType: 'application/apply-patch+yaml',
      }),
    remove: async (path) => {
      try {
        const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background' };
        await call({ method: 'DELETE', path, body }).then(text);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 404)) throw error;
      }
    },
    watch: (path, signal) => watchEvents(access, path, signal),
  };
};
