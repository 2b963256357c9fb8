import type { JsonObject, KubeObject } from '../kubernetes/resource.ts';

/** Where a cluster's API is and who asks. */
export type ClusterAccess = { readonly url: string; readonly token: string };

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

const send = async (access: ClusterAccess, call: Call): Promise<Response> => {
  const response = await fetch(`${access.url}${call.path}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${access.token}`,
      accept: 'application/json',
      // A connection kept from before stop-cluster would fail the first call after start-cluster.
      connection: 'close',
      ...(call.body ? { 'content-type': call.contentType ?? 'application/json' } : {}),
    },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    ...(call.signal ? { signal: call.signal } : {}),
  });
  if (response.ok) return response;
  const text = await response.text();
  throw new ApiError(
    response.status,
    `Cannot ${call.method} ${access.url}${call.path}: ${statusText(text) ?? `HTTP ${response.status}`}`,
  );
};

const statusText = (text: string): string | undefined => {
  try {
    const status: unknown = JSON.parse(text);
    if (typeof status !== 'object' || status === null || !('message' in status)) return undefined;
    return typeof status.message === 'string' ? status.message : undefined;
  } catch {
    return text.trim() || undefined;
  }
};

// The cast trusts the sandbox's own API server, which validates whatever it stores.
const object = async (response: Response): Promise<KubeObject> =>
  (await response.json()) as KubeObject;

async function* lines(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
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
    const response = await send(access, { method: 'GET', path, signal });
    // The cast trusts the sandbox's own API server.
    for await (const line of lines(response)) yield JSON.parse(line) as WatchEvent;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** A small client of the Kubernetes API: plain HTTP and JSON, one bearer token. */
export const createClusterClient = (access: ClusterAccess): ClusterClient => {
  const write = async (call: Call): Promise<KubeObject> => object(await send(access, call));
  return {
    url: access.url,
    read: async (path) => {
      try {
        return await object(await send(access, { method: 'GET', path }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 404) return undefined;
        throw error;
      }
    },
    list: async (path, signal) => {
      const response = await send(access, { method: 'GET', path, ...(signal ? { signal } : {}) });
      // The cast trusts the sandbox's own API server.
      return (await response.json()) as KubeList;
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
        await send(access, { method: 'DELETE', path, body }).then((response) => response.text());
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 404)) throw error;
      }
    },
    watch: (path, signal) => watchEvents(access, path, signal),
  };
};
