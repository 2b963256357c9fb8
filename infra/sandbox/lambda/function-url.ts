import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../aws/listen-on-loopback.ts';
import { type Clock, systemClock } from './clock.ts';
import { drain } from './drain.ts';
import type { LambdaFunction } from './function.ts';
import { toFunctionUrlEvent } from './function-url-event.ts';
import { type HttpResponse, requestTooLarge, toHttpResponse } from './function-url-response.ts';

/** What to serve, and where. */
export interface FunctionUrlOptions {
  readonly target: Pick<LambdaFunction, 'name' | 'invoke'>;
  /** Default: a free port. */
  readonly port?: number;
  readonly clock?: Clock;
}

/** A function URL on loopback. */
export interface FunctionUrl {
  /** `http://127.0.0.1:<port>/` */
  readonly url: string;
  readonly port: number;
  /** Takes no more requests, lets those under way finish for `drainMs` (default 2 s), then cuts them off. */
  readonly close: (drainMs?: number) => Promise<void>;
}

const bodyLimitBytes = 6_291_456;
const defaultDrainMs = 2000;

/**
 * Serves a function over HTTP as a function URL with auth type NONE does: 502 when the function fails, 429 when it
 * is throttled, 413 above 6 MB. Binds to 127.0.0.1 only. Throws when the port is taken.
 */
export async function startFunctionUrl(options: FunctionUrlOptions): Promise<FunctionUrl> {
  const { target, clock = systemClock } = options;
  const underWay = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const exchange = answer(request, response, target, clock).finally(() =>
      underWay.delete(exchange),
    );
    underWay.add(exchange);
  });
  const port = await listenOnLoopback(
    server,
    options.port ?? 0,
    `the URL of function ${target.name}`,
  );
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    close: async (drainMs = defaultDrainMs) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await drain(underWay, drainMs, clock);
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  target: FunctionUrlOptions['target'],
  clock: Clock,
): Promise<void> {
  try {
    const body = await readBody(request);
    if (body === undefined) {
      response.shouldKeepAlive = false;
      return await write(response, requestTooLarge);
    }
    const facts = { functionName: target.name, nowMs: clock.now() };
    const result = await target.invoke(toFunctionUrlEvent(request, body, facts));
    await write(response, toHttpResponse(result));
  } catch {
    // The client went away, or the function was closed while the request came in: nobody is left to answer.
    response.destroy();
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bodyLimitBytes) return undefined;
  }
  return Buffer.concat(chunks);
}

async function write(
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
): Promise<void> {
  response.writeHead(status, { ...headers, 'content-length': String(body.byteLength) });
  await new Promise<void>((resolve) => {
    response.on('close', resolve);
    response.end(body);
  });
}
