import { createHash } from 'node:crypto';
import { UsageError } from '../words/usage-error.ts';

/** 256 bits, which nobody guesses. */
const tokenBytes = 32;
/** A token that somebody brings along must be no easier to guess: as many characters of hex hold 128 bits. */
const leastLength = 32;

/** A bearer token by which the webhook knows a cluster, and the only form in which anybody but that cluster keeps it. */
export type WebhookToken = {
  readonly token: string;
  /** SHA-256 in base64url without padding, as the setting `webhook.tokenHashes` holds it. */
  readonly hash: string;
};

/** A fresh token in base64url. */
export const freshToken = (randomBytes: (size: number) => Uint8Array): WebhookToken =>
  withHash(Buffer.from(randomBytes(tokenBytes)).toString('base64url'));

/** The token that standard input holds, white space around it left out. Throws `UsageError` for none, or one that is weak. */
export const givenToken = (input: string): WebhookToken => {
  const token = input.trim();
  // RFC 6750 2.1: what a bearer token may be made of.
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(token))
    throw new UsageError(
      'Cannot use the token of standard input: it must be one word of letters, digits and ._~+/-',
    );
  if (token.length < leastLength)
    throw new UsageError(
      `Cannot use the token of standard input: it has ${token.length} characters, and ${leastLength} random ones are the least`,
    );
  return withHash(token);
};

const withHash = (token: string): WebhookToken => ({
  token,
  hash: createHash('sha256').update(token).digest('base64url'),
});
