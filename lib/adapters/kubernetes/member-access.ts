import type { Cluster, ClusterCredentials } from '../../core/model/cluster.ts';
import type { CurrentAccess } from './access.ts';
import { type ApiCall, type ApiClient, expectJson } from './api-client.ts';
import { secretPath } from './api-paths.ts';
import type { CredentialSources } from './credential-sources.ts';
import { readEksAccess } from './eks-access.ts';
import { refuse } from './failures.ts';
import { readKubeconfig } from './kubeconfig.ts';
import { accessOfKubeconfig, decodePem, type KubeconfigTarget } from './kubeconfig-access.ts';
import { serverAddressFor } from './longest-match.ts';
import { readAs, secretSchema } from './schema.ts';
import { checkServer, readServer } from './server-address.ts';
import { readStoredKubeconfig } from './stored-kubeconfig.ts';

/** Where a member's access is read. */
export type MemberAccessSettings = {
  readonly secretNamespace: string;
  readonly clientIp?: string;
  readonly sources: CredentialSources;
};

/**
 * Reads how to reach a member: by its name on EKS, by a kubeconfig in Secrets Manager, or by the Secret that its `Cluster` names (key
 * `kubeconfig`, or `token` together with `ca.crt`; spec 8.7). Throws `ControllerError`: `terminal` for what an operator must repair.
 */
export const readMemberAccess = async (
  host: ApiClient,
  cluster: Cluster,
  settings: MemberAccessSettings,
): Promise<CurrentAccess> => {
  const { credentials } = cluster;
  const label = `cluster ${cluster.name}`;
  const what = `connect to ${label}`;
  const server = addressOf(cluster, settings, what);
  const { eks, secrets } = settings.sources;
  const target = { label, eks, ...(server ? { server } : {}) };
  switch (credentials.kind) {
    case 'eks':
      return await readEksAccess(credentials.cluster, target, eks);
    case 'stored-kubeconfig':
      return await readStoredKubeconfig(credentials, target, secrets);
    case 'unclear':
      throw refuse(
        what,
        `its spec has ${credentials.fields.join(' and ')}: keep the one that is meant`,
      );
    case 'none':
      return { access: { label, server: needed(server, what), tls: {} }, version: '' };
    case 'secret':
      return await readSecretAccess(host, credentials, {
        namespace: settings.secretNamespace,
        target: { ...target, server: needed(server, what) },
      });
  }
};

const addressOf = (
  { serverAddresses }: Cluster,
  { clientIp }: MemberAccessSettings,
  what: string,
): URL | undefined =>
  serverAddresses.length === 0
    ? undefined
    : readServer(serverAddressFor(serverAddresses, clientIp, what), what);

const needed = (server: URL | undefined, what: string): URL => {
  if (server) return server;
  throw refuse(what, 'its spec has no serverAddressByClientCIDRs');
};

type SecretTarget = KubeconfigTarget & { readonly server: URL };
type SecretData = { readonly [key: string]: string };

const readSecretAccess = async (
  host: ApiClient,
  credentials: Extract<ClusterCredentials, { kind: 'secret' }>,
  { namespace, target }: { readonly namespace: string; readonly target: SecretTarget },
): Promise<CurrentAccess> => {
  const { name, context } = credentials;
  if (name === '') throw refuse(`connect to ${target.label}`, 'its secretRef has no name');
  const secret = `Secret ${namespace}/${name}`;
  const what = `read ${secret}, the credentials of ${target.label},`;
  const call: ApiCall = { what, method: 'GET', path: secretPath(namespace, name) };
  const json = expectJson(host, call, await host.send(call));
  const data = readAs(secretSchema, json, `${what} ${host.place}`).data ?? {};
  const use = `use ${secret} for ${target.label}`;
  const used = data['kubeconfig']
    ? await accessOfKubeconfig(
        await readKubeconfig(short(decode(data['kubeconfig']), use), use, context),
        { what: use },
        target,
      )
    : { access: accessOfToken(data, use, target) };
  return { ...used, version: JSON.stringify(Object.entries(data).sort()) };
};

/** Longest kubeconfig that a Secret may hold, as much as Secrets Manager takes; YAML that is meant to take long takes a second then. */
const longestKubeconfig = 65_536;

const short = (text: string, what: string): string => {
  if (text.length <= longestKubeconfig) return text;
  throw refuse(
    what,
    `its kubeconfig has more than ${longestKubeconfig} characters: keep the context that is used, as "kubectl config view --minify --raw --flatten" prints it`,
  );
};

const accessOfToken = (data: SecretData, what: string, target: SecretTarget) => {
  const { token, 'ca.crt': ca } = data;
  if (!token && !ca) throw refuse(what, 'it has neither kubeconfig nor token and ca.crt');
  if (!token || !ca)
    throw refuse(what, `it has ${token ? 'token' : 'ca.crt'} but no ${token ? 'ca.crt' : 'token'}`);
  const bearer = decode(token).trim();
  const { label, server } = target;
  const tls = { ca: decodePem(ca, 'ca.crt', what) };
  const access = { label, server, tls, token: async () => bearer };
  checkServer(access, what);
  return access;
};

const decode = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
