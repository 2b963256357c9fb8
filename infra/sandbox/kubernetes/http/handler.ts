import type { IncomingMessage, ServerResponse } from 'node:http';
import { attributesOf } from '../access/attributes.ts';
import { notAllowed } from '../access/forbidden.ts';
import type { User } from '../access/user.ts';
import type { Dispatch } from '../audit/audited.ts';
import { deprecationsOf, storageOf } from '../catalog/catalog.ts';
import { documentAt } from '../discovery/documents.ts';
import { type Status, statusOf } from '../status/api-error.ts';
import type { Call, Outcome, WatchPlan } from '../verbs/call.ts';
import type { Engine } from '../verbs/engine.ts';
import { streamWatch } from '../watch/stream.ts';
import { type Format, readAccept } from './accept.ts';
import { authenticate, type Doorkeeper } from './authenticate.ts';
import type { OpenWatches } from './open-watches.ts';
import { type Body, readBody } from './read-body.ts';
import { contentTypeOf, encodeText, listText, objectText, type View } from './represent.ts';
import { type Route, routeOf } from './route.ts';

/** What the HTTP side of a server works with. */
export type HttpSide = Doorkeeper & {
  readonly engine: Engine;
  readonly dispatch: Dispatch;
  readonly watches: OpenWatches;
};

const PLAIN: Format = { encoding: 'json', form: 'object', version: 'v1' };

/** Answers one HTTP request, refusals included; it rejects for nothing. */
export async function handle(
  side: HttpSide,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const user = authenticate(request.headers.authorization, side);
    const body = await readBody(request);
    answer(side, { request, response, body, user });
  } catch (error) {
    sendStatus(response, statusOf(error));
  }
}

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Body;
  readonly user: User;
};

function answer(side: HttpSide, exchange: Exchange): void {
  const { request, response } = exchange;
  const { catalog } = side.engine;
  const url = new URL(request.url ?? '/', 'http://kubernetes.invalid');
  const accept = request.headers.accept ?? '';
  if (request.method === 'GET' || request.method === 'HEAD') {
    const document = documentAt(catalog.all(), url.pathname, accept);
    if (document !== undefined) {
      authorizeUrl(side, exchange, url);
      response.writeHead(200, { 'content-type': document.contentType });
      response.end(document.body);
      return;
    }
  }
  const route = routed(side, exchange, url);
  if (route === undefined) {
    authorizeUrl(side, exchange, url);
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('404 page not found\n');
    return;
  }
  const collection = route.verb === 'list' || route.verb === 'deletecollection';
  const view: View = {
    resource: route.resource,
    format: readAccept(accept, {
      partialKind: collection ? 'PartialObjectMetadataList' : 'PartialObjectMetadata',
      isBuiltIn: route.resource.strategicMerge,
    }),
    query: url.searchParams,
    now: side.engine.context.now(),
  };
  // A deprecated kind is told of whatever comes of the request.
  warn(response, deprecationsOf(route.resource));
  sendOutcome(side, response, view, side.dispatch(callOf(exchange, url, route)));
}

function warn(response: ServerResponse, warnings: readonly string[]): void {
  for (const warning of warnings) response.appendHeader('warning', warningText(warning));
}

/** Nobody learns what is not served who may not ask for it: a refusal comes before any other. */
function routed(side: HttpSide, exchange: Exchange, url: URL): Route | undefined {
  try {
    return routeOf(side.engine.catalog, exchange.request.method ?? '', url);
  } catch (error) {
    authorizeUrl(side, exchange, url);
    throw error;
  }
}

/** Throws ApiError 403. */
function authorizeUrl({ engine }: HttpSide, { request, user }: Exchange, url: URL): void {
  const attributes = attributesOf(request.method ?? '', url);
  const decision = engine.authorize(user, attributes);
  if (!decision.allowed) throw notAllowed(user, attributes, decision);
}

function callOf({ request, body, user }: Exchange, url: URL, route: Route): Call {
  return {
    ...route,
    query: url.searchParams,
    uri: request.url ?? '/',
    contentType: body.contentType,
    body: body.text,
    user,
    userAgent: request.headers['user-agent'] ?? '',
  };
}

function sendOutcome(
  side: HttpSide,
  response: ServerResponse,
  view: View,
  { code, warnings, result }: Outcome,
): void {
  warn(response, warnings);
  switch (result.kind) {
    case 'object':
      send(response, code, view.format, objectText(view, result.object));
      return;
    case 'list':
      send(response, code, view.format, listText(view, result.list));
      return;
    case 'status':
      send(response, code, PLAIN, JSON.stringify(result.status));
      return;
    case 'watch':
      openWatch(side, response, view, result.plan);
      return;
  }
}

/** One Warning header. Source: RFC 7234 section 5.5 as `net.NewWarningHeader` writes it. */
function warningText(text: string): string {
  return `299 - "${text.replace(/[\\"]/g, '\\$&').replace(/\s+/g, ' ')}"`;
}

function send(response: ServerResponse, code: number, format: Format, json: string): void {
  const text = encodeText(format, json);
  response.writeHead(code, {
    'content-type': contentTypeOf(format),
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-cache, private',
  });
  response.end(text);
}

function sendStatus(response: ServerResponse, status: Status): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const retryAfter = status.details?.retryAfterSeconds;
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  send(response, status.code ?? 500, PLAIN, JSON.stringify(status));
}

/** A client that lets this much of its watch wait is cut off, as the API's cacher does. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

function openWatch(
  { engine, watches }: HttpSide,
  response: ServerResponse,
  view: View,
  plan: WatchPlan,
): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, private',
  });
  response.flushHeaders();
  const sink = {
    write: (line: string) => {
      response.write(line);
      return response.writableLength < MAX_WAITING_BYTES;
    },
    end: () => response.end(),
  };
  const stop = streamWatch(engine, plan, view, sink);
  const forget = watches.add(storageOf(view.resource), stop);
  response.on('close', () => {
    stop();
    forget();
  });
}
