import type { InvokeResult } from './invoke-result.ts';

/** A response as it goes over the wire. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

/** What a function URL answers when the event would be above 6 MB. */
export const requestTooLarge = plain(413, '{"message":"Request Entity Too Large"}');

/**
 * Turns the outcome of an invocation into the response of a function URL: AWS Lambda Developer Guide, "Function
 * URL response payload". A result without `statusCode` becomes the JSON body of a 200.
 */
export function toHttpResponse(result: InvokeResult): HttpResponse {
  switch (result.kind) {
    case 'ok':
      return fromPayload(result.payload) ?? badGateway;
    case 'error':
      return badGateway;
    case 'throttled':
      return plain(429, JSON.stringify({ Type: 'User', message: result.message }));
    case 'too-large':
      return requestTooLarge;
  }
}

const badGateway = plain(502, 'Internal Server Error');

function plain(status: number, body: string): HttpResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
}

function fromPayload(payload: unknown): HttpResponse | undefined {
  if (!isRecord(payload) || payload['statusCode'] === undefined) {
    return plain(200, JSON.stringify(payload));
  }
  const { statusCode, headers, cookies, body, isBase64Encoded } = payload;
  if (!isStatus(statusCode)) return undefined;
  if (body !== undefined && body !== null && typeof body !== 'string') return undefined;
  const fields = headerFields(headers);
  const setCookie = cookieFields(cookies);
  if (fields === undefined || setCookie === undefined) return undefined;
  return {
    status: statusCode,
    headers: {
      'content-type': 'application/json',
      ...fields,
      ...(setCookie.length > 0 && { 'set-cookie': setCookie }),
    },
    body: Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}

function headerFields(headers: unknown): Readonly<Record<string, string>> | undefined {
  if (headers === undefined || headers === null) return {};
  if (!isRecord(headers)) return undefined;
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'object') return undefined;
    fields[name.toLowerCase()] = String(value);
  }
  return fields;
}

function cookieFields(cookies: unknown): string[] | undefined {
  if (cookies === undefined || cookies === null) return [];
  if (!Array.isArray(cookies)) return undefined;
  return cookies.every((cookie) => typeof cookie === 'string') ? cookies : undefined;
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
