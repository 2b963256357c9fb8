import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { LambdaFunctionURLEvent } from 'aws-lambda';

/** What the event says of the function and the moment. */
export interface UrlFacts {
  readonly functionName: string;
  readonly nowMs: number;
}

/**
 * The event of payload format 2.0 for a request to a function URL with auth type NONE: AWS Lambda Developer Guide,
 * "Function URL request payload".
 */
export function toFunctionUrlEvent(
  request: IncomingMessage,
  body: Buffer,
  facts: UrlFacts,
): LambdaFunctionURLEvent {
  const [rawPath = '/', rawQueryString = ''] = splitAtFirst(request.url ?? '/', '?');
  const cookies = request.headersDistinct['cookie']?.flatMap((line) => line.split(/;\s*/));
  const headers = joinedHeaders(request);
  const query = joinedQuery(rawQueryString);
  const isBase64Encoded = body.length > 0 && !isText(headers['content-type']);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    ...(cookies && { cookies }),
    headers,
    ...(query && { queryStringParameters: query }),
    requestContext: requestContext(request, rawPath, facts),
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
}

function requestContext(
  request: IncomingMessage,
  path: string,
  { functionName, nowMs }: UrlFacts,
): LambdaFunctionURLEvent['requestContext'] {
  return {
    accountId: 'anonymous',
    apiId: functionName,
    domainName: request.headers.host ?? '',
    domainPrefix: functionName,
    http: {
      method: request.method ?? 'GET',
      path,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: request.socket.remoteAddress ?? '',
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId: randomUUID(),
    routeKey: '$default',
    stage: '$default',
    time: commonLogTime(nowMs),
    timeEpoch: nowMs,
  };
}

function joinedHeaders(request: IncomingMessage): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (name !== 'cookie' && values) joined[name] = values.join(',');
  }
  joined['x-forwarded-for'] = request.socket.remoteAddress ?? '';
  joined['x-forwarded-port'] = String(request.socket.localPort ?? '');
  joined['x-forwarded-proto'] = 'http';
  return joined;
}

function joinedQuery(rawQueryString: string): Record<string, string> | undefined {
  if (rawQueryString === '') return undefined;
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const earlier = joined.get(name);
    joined.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(joined);
}

/**
 * Only these arrive as text; a form, a missing content type and everything else arrive in base64, as tried out
 * against the service (ministackorg/ministack pull request 766).
 */
function isText(contentType: string | undefined): boolean {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^(text\/.+|application\/(json|xml|javascript))$/.test(mediaType);
}

function splitAtFirst(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** As in `12/Mar/2020:19:03:58 +0000`. */
function commonLogTime(nowMs: number): string {
  const [, day, month, year, time] = new Date(nowMs).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
