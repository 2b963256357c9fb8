import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import type { Context, LambdaFunctionURLEvent, LambdaFunctionURLResult } from 'aws-lambda';
import type { Telemetry } from '../ports/telemetry.ts';

/** A Lambda context with the cluster whose token the request carried. */
export type SourceContext = Context & { readonly source: string };

/** SHA-256 in base64url of each token that is valid now, by cluster; two a cluster while a token is rotated. */
export type TokenHashes = { readonly [cluster: string]: readonly string[] };

/** Whether two hashes of one length are the same, in a time that does not depend on where they differ. */
export type SameHash = (known: Buffer, given: Buffer) => boolean;

/**
 * Guarantees that the handler sees only requests with a cluster's bearer token, and knows whose: `context.source`. All hashes are
 * compared, whichever matches, each in constant time (Node, `crypto.timingSafeEqual`, which throws a `RangeError` for other lengths), so
 * that the time of the answer tells nothing. Whoever is refused is counted, and told of by address.
 */
export const webhookAuth = (
  hashes: TokenHashes,
  telemetry: Pick<Telemetry, 'warn' | 'measure'>,
  same: SameHash = timingSafeEqual,
): MiddlewareObj<LambdaFunctionURLEvent, LambdaFunctionURLResult> => {
  const known = Object.entries(hashes).flatMap(([cluster, list]) =>
    list.map((text) => ({ cluster, hash: Buffer.from(text, 'base64url') })),
  );
  return {
    before: ({ event, context }) => {
      const source = sourceOf(event.headers['authorization'] ?? '', known, same);
      if (source === undefined) {
        telemetry.measure('WebhookUnauthorized', 1);
        const { sourceIp } = event.requestContext.http;
        telemetry.warn('Refused a request', { sourceIp, reason: 'no valid bearer token' });
        return unauthorized;
      }
      Object.assign(context, { source });
      return undefined;
    },
  };
};

const unauthorized: LambdaFunctionURLResult = {
  statusCode: 401,
  headers: { 'content-type': 'application/json', 'www-authenticate': 'Bearer realm="seamark"' },
  body: JSON.stringify({
    message: 'Cannot accept audit events: the bearer token is missing or belongs to no cluster',
  }),
};

type KnownHash = { readonly cluster: string; readonly hash: Buffer };

const sourceOf = (
  authorization: string,
  known: readonly KnownHash[],
  same: SameHash,
): string | undefined => {
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
  const given = createHash('sha256').update(token).digest();
  const matching = known.filter(({ hash }) => same(hash, given));
  return token === '' ? undefined : matching[0]?.cluster;
};
