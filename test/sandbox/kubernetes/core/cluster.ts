import type { TestContext } from 'node:test';
import {
  type KubernetesOptions,
  type KubernetesServer,
  startKubernetes,
} from '../../../../infra/sandbox/kubernetes/server.ts';

/** An answer of the server: its code, headers and parsed body. */
export type Answer = {
  readonly code: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on field by field
  readonly body: any;
};

/** One request; an object body is sent as JSON. */
export type Ask = {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
};

/** A cluster that a test owns: it closes with the test. */
export type TestCluster = {
  readonly server: KubernetesServer;
  readonly ask: (request: Ask) => Promise<Answer>;
};

/** A source of chance that gives the same numbers in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Starts a cluster on a free port. */
export async function startCluster(
  test: TestContext,
  options: Partial<KubernetesOptions> = {},
): Promise<TestCluster> {
  const server = await startKubernetes({
    name: 'tokyo',
    now: () => Date.parse('2026-03-01T10:00:00Z'),
    random: seededRandom(7),
    ...options,
  });
  test.after(() => server.close());
  return { server, ask: (request) => ask(server.url, request) };
}

async function ask(
  url: string,
  { method = 'GET', path, body, headers = {} }: Ask,
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    code: response.status,
    headers: response.headers,
    body: json ? JSON.parse(text) : text,
  };
}

/** A Service as a client would submit it. */
export function aService(name: string, change: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { ports: [{ port: 80 }] },
    ...change,
  };
}

/** Repeats a request until its answer fits; gives up after five seconds with the last answer. */
export async function until(
  look: () => Promise<Answer>,
  fits: (answer: Answer) => boolean,
): Promise<Answer> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const answer = await look();
    if (fits(answer)) return answer;
    if (performance.now() > deadline) {
      throw new Error(`Cannot see what was waited for: last answer ${JSON.stringify(answer)}`);
    }
  }
}
