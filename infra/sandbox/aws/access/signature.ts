import { createHash, createHmac } from 'node:crypto';

/** What a signature is taken over (AWS General Reference, "Create a signed AWS API request"). */
export type SignedParts = {
  readonly method: string;
  /** As it stands in the request. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: string | undefined };
  readonly signedHeaders: readonly string[];
  /** Hex. */
  readonly payloadHash: string;
};

/** The scope of a signature. */
export type Scope = {
  readonly accessKeyId: string;
  /** `YYYYMMDD` */
  readonly date: string;
  readonly region: string;
  readonly service: string;
};

/** Hex of SHA-256. */
export const sha256 = (content: string): string =>
  createHash('sha256').update(content).digest('hex');

/** The scope in `<key>/<date>/<region>/<service>/aws4_request`; undefined for any other text. */
export const readScope = (credential: string): Scope | undefined => {
  const [accessKeyId, date, region, service, end, ...rest] = credential.split('/');
  if (!accessKeyId || !date || !region || !service) return undefined;
  if (end !== 'aws4_request' || rest.length > 0) return undefined;
  return { accessKeyId, date, region, service };
};

/** The signature, version 4, in hex; `at` is `YYYYMMDD'T'HHMMSS'Z'`. */
export const signatureOf = (
  parts: SignedParts,
  { date, region, service }: Scope,
  key: { readonly secretAccessKey: string; readonly at: string },
): string => {
  const scope = `${date}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', key.at, scope, sha256(canonical(parts))].join('\n');
  const signingKey = [date, region, service, 'aws4_request'].reduce<string | Buffer>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    `AWS4${key.secretAccessKey}`,
  );
  return createHmac('sha256', signingKey).update(text).digest('hex');
};

const canonical = ({ method, path, query, headers, signedHeaders, payloadHash }: SignedParts) =>
  [
    method,
    // Every service but S3 encodes what is encoded already once more.
    path.split('/').map(escaped).join('/'),
    query
      .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n');

const escaped = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
