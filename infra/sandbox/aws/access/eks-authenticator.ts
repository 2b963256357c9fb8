import { checkSession, readTime } from './authenticate.ts';
import type { Iam } from './iam.ts';
import { readScope, type Scope, sha256, signatureOf } from './signature.ts';

/** Whom an access entry stands for. */
export type KubernetesUser = { readonly username: string; readonly groups: readonly string[] };

/** What one cluster knows of those who may come. */
export type AuthenticatorOptions = {
  readonly iam: Iam;
  readonly clusterName: string;
  /** What endpoints of AWS end in there, such as `amazonaws.com`. */
  readonly dnsSuffix: string;
  /** Kubernetes users, and their groups, by the role of their access entry. */
  readonly accessEntries: { readonly [roleArn: string]: KubernetesUser };
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** Whom a token is from, or why it is nobody's. */
export type Verdict =
  | { readonly kind: 'user'; readonly user: KubernetesUser }
  | { readonly kind: 'refused'; readonly reason: string };

/** Everything that the query of a token may have (aws-iam-authenticator `parameterWhitelist`). */
const parameters: ReadonlySet<string> = new Set([
  'action',
  'version',
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-security-token',
  'x-amz-signature',
  'x-amz-signedheaders',
  'x-amz-user-agent',
]);

const prefix = 'k8s-aws-v1.';
const clusterHeader = 'x-k8s-aws-id';
const maxTokenBytes = 4_096;
const lifeMs = 900_000;

/**
 * Judges bearer tokens as an EKS cluster does: the form as aws-iam-authenticator `pkg/token` checks it, in its words, the signature and
 * the session as STS does, and the role by the access entries of the cluster.
 */
export const createEksAuthenticator =
  (options: AuthenticatorOptions) =>
  (token: string): Verdict => {
    const read = readToken(token, options);
    return typeof read === 'string' ? { kind: 'refused', reason: read } : judge(read, options);
  };

type Presigned = {
  readonly host: string;
  readonly query: ReadonlyMap<string, string>;
  readonly scope: Scope;
  readonly pairs: readonly (readonly [string, string])[];
};

const readToken = (token: string, { dnsSuffix }: AuthenticatorOptions): Presigned | string => {
  if (token.length > maxTokenBytes) return 'token is too large';
  if (!token.startsWith(prefix)) return `token is missing expected "${prefix}" prefix`;
  const encoded = token.slice(prefix.length);
  if (!/^[\w-]*$/.test(encoded)) return 'illegal base64 data';
  const url = URL.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
  if (!url) return 'token holds no URL';
  if (url.protocol !== 'https:')
    return `unexpected scheme "${url.protocol.slice(0, -1)}" in pre-signed URL`;
  const pairs = [...url.searchParams];
  const query = new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  const scope = readScope(query.get('x-amz-credential') ?? '');
  if (url.host !== `sts.${scope?.region}.${dnsSuffix}`)
    return `unexpected hostname "${url.host}" in pre-signed URL`;
  if (url.pathname !== '/') return 'unexpected path in pre-signed URL';
  if (query.size < pairs.length) return 'query parameter with multiple values not supported';
  const stranger = pairs.find(([name]) => !parameters.has(name.toLowerCase()));
  if (stranger) return `non-whitelisted query parameter "${stranger[0]}"`;
  return scope === undefined
    ? 'X-Amz-Credential parameter must be present'
    : { host: url.host, query, scope, pairs };
};

const judge = (presigned: Presigned, options: AuthenticatorOptions): Verdict => {
  const { query, scope } = presigned;
  const { iam, now, clusterName, accessEntries } = options;
  const reason = formFault(query, now());
  if (reason !== undefined) return { kind: 'refused', reason };
  const session = iam.session(scope.accessKeyId);
  const fault = checkSession(session, query.get('x-amz-security-token'), now());
  if (session === undefined || fault !== undefined)
    return refusedBySts(fault?.message ?? 'unknown key');
  if (
    signatureFor(presigned, clusterName, session.secretAccessKey) !== query.get('x-amz-signature')
  )
    return refusedBySts('The request signature we calculated does not match');
  const user = accessEntries[session.roleArn];
  return user === undefined
    ? { kind: 'refused', reason: `no access entry for ${session.roleArn}` }
    : { kind: 'user', user };
};

const refusedBySts = (said: string): Verdict => ({
  kind: 'refused',
  reason: `error from AWS (expected 200, got 403). Body: ${said}`,
});

const formFault = (query: ReadonlyMap<string, string>, now: number): string | undefined => {
  if (query.get('action') !== 'GetCallerIdentity')
    return 'unexpected action parameter in pre-signed URL';
  if (!signedHeaders(query).includes(clusterHeader))
    return `client did not sign the ${clusterHeader} header in the pre-signed URL`;
  const expires = Number(query.get('x-amz-expires') || 'none');
  if (!Number.isInteger(expires) || expires < 0 || expires > 900)
    return `invalid X-Amz-Expires parameter in pre-signed URL: ${query.get('x-amz-expires')}`;
  const signedAt = readTime(query.get('x-amz-date') ?? '');
  if (Number.isNaN(signedAt)) return 'X-Amz-Date parameter must be present in pre-signed URL';
  if (now > signedAt + lifeMs) return 'X-Amz-Date parameter is expired (15 minute expiration)';
  return signedAt > now + lifeMs ? 'Signature not yet current' : undefined;
};

const signedHeaders = (query: ReadonlyMap<string, string>): readonly string[] =>
  (query.get('x-amz-signedheaders') ?? '').split(';');

/** As STS computes it, for the header that the cluster itself sends along. */
const signatureFor = (
  { host, query, scope, pairs }: Presigned,
  clusterName: string,
  secretAccessKey: string,
): string =>
  signatureOf(
    {
      method: 'GET',
      path: '/',
      query: pairs.filter(([name]) => name !== 'X-Amz-Signature'),
      headers: { host, [clusterHeader]: clusterName },
      signedHeaders: signedHeaders(query),
      payloadHash: sha256(''),
    },
    scope,
    { secretAccessKey, at: query.get('x-amz-date') ?? '' },
  );
