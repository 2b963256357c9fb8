import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { EksClusters } from '../../ports/eks-clusters.ts';
import type { Access, CurrentAccess, TlsAccess } from './access.ts';
import { checkEksServer } from './eks-endpoint.ts';
import { purposeOf } from './eks-exec.ts';
import { refuse } from './failures.ts';
import type { KubeconfigContext } from './kubeconfig.ts';
import { checkServer, readServer } from './server-address.ts';

/** Where a kubeconfig came from: a file may name files beside it, the value of a Secret may not name any. */
export type KubeconfigOrigin = {
  /** Completes "Cannot …", such as `use kubeconfig /etc/seamark/host`. */
  readonly what: string;
  /** Path of the file, absent for text. */
  readonly file?: string;
};

/** Whom a kubeconfig is used for. */
export type KubeconfigTarget = {
  readonly label: string;
  /** Overrides the file's address. */
  readonly server?: URL;
  readonly eks: EksClusters;
};

/** An access, and who hears that it was refused. */
type UsedAccess = Pick<CurrentAccess, 'access' | 'doubt'>;

/**
 * Turns a kubeconfig context into an access. Exec plug-ins of EKS are replaced by tokens made here. Throws a `ControllerError` of kind
 * `terminal` for what is never done: running plug-ins, `auth-provider`, user names with passwords, impersonation, proxies (spec aws.md 6).
 */
export const accessOfKubeconfig = async (
  context: KubeconfigContext,
  origin: KubeconfigOrigin,
  target: KubeconfigTarget,
): Promise<UsedAccess> => {
  const { what } = origin;
  refuseUnsupported(context, what);
  const { cluster, userName } = context;
  if (!target.server && !cluster.server) throw refuse(what, 'the kubeconfig names no server');
  const server = target.server ?? readServer(cluster.server ?? '', what);
  const tls = await readTls(context, origin);
  const proof = await readProof(context, origin, { server, tls, eks: target.eks });
  if (userName !== undefined && !proof.token && !tls.cert)
    throw refuse(what, `no credentials for user ${userName}: give a token or a client certificate`);
  const { doubt, ...rest } = proof;
  const access = { label: target.label, server, tls, ...rest };
  checkServer(access, what);
  return { access, ...(doubt ? { doubt } : {}) };
};

const refuseUnsupported = ({ user, userName, cluster }: KubeconfigContext, what: string): void => {
  if (user['auth-provider'])
    throw refuse(
      what,
      `unsupported auth-provider ${user['auth-provider'].name} of user ${userName}`,
    );
  if (user.username)
    throw refuse(
      what,
      `user ${userName} has a name and a password, which API servers no longer take`,
    );
  // Left out, its calls would be made with the rights of whoever it is.
  if (user.as)
    throw refuse(
      what,
      `user ${userName} impersonates another ("as"): give credentials of that one`,
    );
  if (cluster['proxy-url']) throw refuse(what, 'proxy-url is not supported');
};

type Proof = Pick<Access, 'token'> & Pick<CurrentAccess, 'doubt'>;

/** A token of the file wins over one of a plug-in, as in client-go. */
const readProof = async (
  context: KubeconfigContext,
  origin: KubeconfigOrigin,
  to: { readonly server: URL; readonly tls: TlsAccess; readonly eks: EksClusters },
): Promise<Proof> => {
  const { user, userName, cluster } = context;
  const { what } = origin;
  const token = await readToken(context, origin);
  if (token || !user.exec) return token ? { token } : {};
  const purpose = purposeOf(user.exec, cluster.server || to.server.href);
  if (purpose.kind === 'refused') throw refuse(what, `user ${userName} ${purpose.reason}`);
  const of = purpose.cluster;
  checkEksServer(to.server, of, { what, insecure: to.tls.insecure === true });
  return { token: () => to.eks.token(of), doubt: (refused) => to.eks.doubt(of, refused) };
};

const readTls = async (
  { cluster, user }: KubeconfigContext,
  origin: KubeconfigOrigin,
): Promise<TlsAccess> => {
  const ca = await readPem(cluster, 'certificate-authority', origin);
  const cert = await readPem(user, 'client-certificate', origin);
  const key = await readPem(user, 'client-key', origin);
  if ((cert === undefined) !== (key === undefined))
    throw refuse(
      origin.what,
      'client-certificate and client-key belong together, and one is missing',
    );
  const serverName = cluster['tls-server-name'];
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(serverName ? { serverName } : {}),
    ...(cluster['insecure-skip-tls-verify'] ? { insecure: true } : {}),
  };
};

type Fields = { readonly [name: string]: unknown };

const readPem = async (
  fields: Fields,
  name: 'certificate-authority' | 'client-certificate' | 'client-key',
  origin: KubeconfigOrigin,
): Promise<string | undefined> => {
  const data = fields[`${name}-data`];
  const path = fields[name];
  if (typeof data === 'string' && data !== '') return decodePem(data, `${name}-data`, origin.what);
  if (typeof path !== 'string' || path === '') return undefined;
  return await readFileOf(origin, { name, path, instead: `${name}-data` });
};

/** Decodes base64, white space inside ignored; throws `terminal` for text that kubectl redacted or that is no PEM. */
export const decodePem = (base64: string, field: string, what: string): string => {
  const pem = Buffer.from(base64, 'base64').toString('utf8');
  const redacted = /^\s*(REDACTED|DATA\+OMITTED|<.*>)\s*$/.test(base64);
  // Redacted text decodes to bytes that mean nothing, and TLS would say so only much later. The forms of a key are left to TLS.
  if (redacted || (field !== 'client-key-data' && !pem.includes('-----BEGIN ')))
    throw refuse(what, `${field} is not PEM in base64; print it with "kubectl config view --raw"`);
  return pem;
};

const readToken = async (
  { user, userName }: KubeconfigContext,
  origin: KubeconfigOrigin,
): Promise<Access['token']> => {
  // client-go: tokenFile wins over token, since it may rotate.
  const path = user.tokenFile;
  if (path) {
    const read = async () => {
      const content = await readFileOf(origin, { name: 'tokenFile', path, instead: 'token' });
      return content.trim();
    };
    await read();
    return read;
  }
  const token = user.token?.trim();
  if (!token) return undefined;
  if (token === 'REDACTED')
    throw refuse(
      origin.what,
      `the token of user ${userName} is redacted; print it with "kubectl config view --raw"`,
    );
  return async () => token;
};

const readFileOf = async (
  origin: KubeconfigOrigin,
  field: { readonly name: string; readonly path: string; readonly instead: string },
): Promise<string> => {
  const { name, path, instead } = field;
  if (origin.file === undefined)
    throw refuse(origin.what, `${name} is a file path, use ${instead}`);
  const absolute = resolve(dirname(origin.file), path);
  try {
    return await readFile(absolute, 'utf8');
  } catch {
    throw refuse(origin.what, `${name} names ${absolute}, which cannot be read`);
  }
};
