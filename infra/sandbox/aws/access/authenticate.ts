import type { Iam, SessionKey } from './iam.ts';
import { readScope, type Scope, sha256, signatureOf } from './signature.ts';

/** A request as it came in. */
export type Incoming = {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body: string;
};

/** Why a request is nobody's. Services name these differently. */
export type AuthFault = {
  readonly kind: 'missing' | 'incomplete' | 'unknown-key' | 'expired' | 'signature';
  readonly message: string;
};

/** Who sent a request, and to the service of which region. */
export type Caller = { readonly session: SessionKey; readonly region: string };

/** A signature may be as old, or as far ahead (AWS General Reference, "Troubleshoot Signature Version 4"). */
const skewMs = 300_000;

const unknownKey: AuthFault = {
  kind: 'unknown-key',
  message: 'The security token included in the request is invalid.',
};

const mismatch: AuthFault = {
  kind: 'signature',
  message:
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
};

type Rules = { readonly iam: Iam; readonly service: string; readonly now: () => number };

/** Checks the signature in the header Authorization against the key that it names. */
export const authenticate = (incoming: Incoming, rules: Rules): Caller | AuthFault => {
  const header = incoming.headers['authorization'];
  if (header === undefined) return { kind: 'missing', message: 'Missing Authentication Token' };
  const read = readAuthorization(header);
  const at = incoming.headers['x-amz-date'];
  if (read === undefined || at === undefined)
    return {
      kind: 'incomplete',
      message: `Authorization header requires 'Credential', 'SignedHeaders' and 'Signature' parameters. Authorization=${header.split(' ')[0]}`,
    };
  const { scope } = read;
  if (scope.service !== rules.service)
    return {
      kind: 'signature',
      message: `Credential should be scoped to correct service: '${rules.service}'. `,
    };
  const session = rules.iam.session(scope.accessKeyId);
  const fault =
    checkSession(session, incoming.headers['x-amz-security-token'], rules.now()) ??
    checkTime(at, rules.now());
  if (session === undefined || fault !== undefined) return fault ?? unknownKey;
  return signature(incoming, read, { session, at }) === read.signature
    ? { session, region: scope.region }
    : mismatch;
};

/** Why a key does not count: unknown, another session's token, or over. */
export const checkSession = (
  session: SessionKey | undefined,
  token: string | undefined,
  now: number,
): AuthFault | undefined => {
  if (session === undefined || session.sessionToken !== token) return unknownKey;
  return session.expiresAt !== undefined && session.expiresAt <= now
    ? { kind: 'expired', message: 'The security token included in the request is expired' }
    : undefined;
};

/** Epoch milliseconds of `YYYYMMDD'T'HHMMSS'Z'`; not a number for any other text. */
export const readTime = (at: string): number =>
  Date.parse(
    at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z') || 'none',
  );

const checkTime = (at: string, now: number): AuthFault | undefined => {
  const ageMs = now - readTime(at);
  const [today, limit] = [now, now - Math.sign(ageMs) * skewMs].map(writeTime);
  if (ageMs > skewMs)
    return {
      kind: 'signature',
      message: `Signature expired: ${at} is now earlier than ${limit} (${today} - 5 min.)`,
    };
  return ageMs >= -skewMs
    ? undefined
    : {
        kind: 'signature',
        message: `Signature not yet current: ${at} is still later than ${limit} (${today} + 5 min.)`,
      };
};

const writeTime = (epochMs: number): string =>
  new Date(epochMs).toISOString().replace(/[-:]|\.\d+/g, '');

type Authorization = {
  readonly scope: Scope;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
};

const readAuthorization = (header: string): Authorization | undefined => {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  const scope = readScope(found?.[1] ?? '');
  if (!found || scope === undefined) return undefined;
  return { scope, signedHeaders: found[2]?.split(';') ?? [], signature: found[3] ?? '' };
};

const signature = (
  { method, url, headers, body }: Incoming,
  { scope, signedHeaders }: Authorization,
  by: { readonly session: SessionKey; readonly at: string },
): string => {
  const [path = '/', query = ''] = url.split('?');
  return signatureOf(
    {
      method,
      path,
      query: [...new URLSearchParams(query)],
      headers,
      signedHeaders,
      payloadHash: sha256(body),
    },
    scope,
    { secretAccessKey: by.session.secretAccessKey, at: by.at },
  );
};
