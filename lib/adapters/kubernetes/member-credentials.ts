import type { Cluster } from '../../core/model/cluster.ts';
import type { Access } from './access.ts';
import { type ApiCall, type ApiClient, expectJson } from './api-client.ts';
import { secretPath } from './api-paths.ts';
import { refuse } from './failures.ts';
import { readKubeconfig } from './kubeconfig.ts';
import { accessOfKubeconfig, decodePem } from './kubeconfig-access.ts';
import { serverAddressFor } from './longest-match.ts';
import { readAs, secretSchema } from './schema.ts';
import { checkServer, readServer } from './server-address.ts';

/** A member's access, and a text that differs where the stored credentials differ. */
export type MemberAccess = { readonly access: Access; readonly version: string };

/**
 * Reads how to reach a member: the address from its `Cluster`, the credentials from the Secret that it names (key `kubeconfig`,
 * or `token` together with `ca.crt`; spec 8.7). Throws `ControllerError`: `terminal` for what an operator must repair.
 */
export const readMemberAccess = async (
  host: ApiClient,
  cluster: Cluster,
  settings: { readonly secretNamespace: string; readonly clientIp?: string },
): Promise<MemberAccess> => {
  const label = `cluster ${cluster.name}`;
  const what = `connect to ${label}`;
  const server = readServer(
    serverAddressFor(cluster.serverAddresses, settings.clientIp, what),
    what,
  );
  if (cluster.secretName === undefined) return { access: { label, server, tls: {} }, version: '' };
  if (cluster.secretName === '') throw refuse(what, 'its secretRef has no name');
  const secret = { namespace: settings.secretNamespace, name: cluster.secretName };
  const data = await readSecret(host, cluster, secret);
  const access = await accessOfSecret(data, secret, { label, server });
  return { access, version: JSON.stringify(Object.entries(data).sort()) };
};

type SecretName = { readonly namespace: string; readonly name: string };
type SecretData = { readonly [key: string]: string };

const readSecret = async (
  host: ApiClient,
  cluster: Cluster,
  secret: SecretName,
): Promise<SecretData> => {
  const { namespace, name } = secret;
  const what = `read Secret ${namespace}/${name}, the credentials of cluster ${cluster.name},`;
  const call: ApiCall = { what, method: 'GET', path: secretPath(namespace, name) };
  const json = expectJson(host, call, await host.send(call));
  return readAs(secretSchema, json, `${what} ${host.place}`).data ?? {};
};

const accessOfSecret = async (
  data: SecretData,
  secret: SecretName,
  target: { readonly label: string; readonly server: URL },
): Promise<Access> => {
  const what = `use Secret ${secret.namespace}/${secret.name} for ${target.label}`;
  const { kubeconfig, token, 'ca.crt': ca } = data;
  if (kubeconfig) {
    const context = await readKubeconfig(decode(kubeconfig), what);
    return accessOfKubeconfig(context, { what }, target);
  }
  if (!token && !ca) throw refuse(what, 'it has neither kubeconfig nor token and ca.crt');
  if (!token || !ca)
    throw refuse(what, `it has ${token ? 'token' : 'ca.crt'} but no ${token ? 'ca.crt' : 'token'}`);
  const bearer = decode(token).trim();
  const access: Access = {
    ...target,
    tls: { ca: decodePem(ca, 'ca.crt', what) },
    token: async () => bearer,
  };
  checkServer(access, what);
  return access;
};

const decode = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
