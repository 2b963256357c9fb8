import * as v from 'valibot';
import { type ApiCall, type ApiClient, expectJson } from '../../adapters/kubernetes/api-client.ts';
import { servicePath } from '../../adapters/kubernetes/api-paths.ts';
import { createClusterRegistry } from '../../adapters/kubernetes/cluster-registry.ts';
import { readAs } from '../../adapters/kubernetes/schema.ts';
import type { Cluster } from '../../core/model/cluster.ts';
import type { EksCluster } from '../../core/model/eks-cluster.ts';
import type { Check } from './check.ts';

/** What is asked of whom. */
export type OnceLook = {
  readonly host: ApiClient;
  readonly client: ApiClient;
  /** The `Cluster` as it will be. */
  readonly cluster: Cluster;
  /** Where its API is. */
  readonly server: URL;
  /** Whether it lets these credentials in. */
  readonly answers: boolean;
  /** Whether it is said to be the host itself. */
  readonly isHost: boolean;
  readonly signal: AbortSignal;
};

const what = 'once';

/**
 * Looks whether the cluster takes part under another name already, or is the host: either would fight over the same Services. Throws
 * `ControllerError` if the host does not tell.
 */
export const checkOnce = async (look: OnceLook): Promise<Check> => {
  const { host, cluster, server, signal } = look;
  const clusters = await createClusterRegistry(host).list(signal);
  const twin = clusters.find((other) => other.name !== cluster.name && isTwin(other, look));
  if (twin !== undefined)
    return {
      what,
      verdict: 'failed',
      says: `Cluster ${twin.name} leads to ${server.href} too: a cluster takes part under one name; join it as ${twin.name}, or let that one leave first`,
      repair: `npx seamark leave ${twin.name}`,
    };
  return await checkHost(look);
};

const checkHost = async (look: OnceLook): Promise<Check> => {
  const { host, client, answers, cluster, isHost, signal } = look;
  const here = await identityOf(host, signal);
  const there = answers ? await identityOf(client, signal) : undefined;
  const isSame = here !== undefined && here === there;
  if (isSame && !isHost)
    return {
      what,
      verdict: 'failed',
      says: `it is the host itself, whose Services would be copied over themselves; where it shall be a member too, name it in the settings ("hostCluster": "${cluster.name}"), deploy, and join it with --is-host`,
    };
  if (isHost && here !== undefined && there !== undefined && !isSame)
    return { what, verdict: 'failed', says: '--is-host was given, and it is not the host' };
  const says = isHost
    ? `it is the host, and the setting hostCluster has to name it: "${cluster.name}"`
    : 'no other Cluster leads there';
  return { what, verdict: 'ok', says };
};

const isTwin = (other: Cluster, { cluster, server }: OnceLook): boolean => {
  const [mine, theirs] = [cluster.credentials, other.credentials];
  if (mine.kind === 'eks' && theirs.kind === 'eks') return isSameEks(mine.cluster, theirs.cluster);
  if (mine.kind === 'stored-kubeconfig' && theirs.kind === 'stored-kubeconfig')
    return mine.name === theirs.name && mine.context === theirs.context;
  return other.serverAddresses.some(({ serverAddress }) => isSameServer(serverAddress, server));
};

const isSameEks = (one: EksCluster, other: EksCluster): boolean =>
  one.clusterName === other.clusterName &&
  one.region === other.region &&
  accountOf(one) === accountOf(other);

const accountOf = ({ roleArn }: EksCluster): string | undefined => roleArn?.split(':')[4];

// What was stored by hand may be no address at all, which is then nobody's.
const isSameServer = (address: string, server: URL): boolean => {
  const url = URL.parse(address.includes('://') ? address : `https://${address}`);
  return url !== null && baseOf(url) === baseOf(server);
};

const baseOf = ({ href }: URL): string => href.replace(/\/$/, '');

const serviceSchema = v.object({ metadata: v.object({ uid: v.string() }) });

/**
 * What tells a cluster from all others, for those who may read Services alone: the uid of its API's own Service. Undefined where it does
 * not say.
 */
const identityOf = async (client: ApiClient, signal: AbortSignal): Promise<string | undefined> => {
  const path = servicePath({ namespace: 'default', name: 'kubernetes' });
  const call: ApiCall = { what: 'read Service default/kubernetes', method: 'GET', path, signal };
  const answer = await client.send(call);
  if (answer.status === 404 || answer.status === 403) return undefined;
  return readAs(serviceSchema, expectJson(client, call, answer), call.what).metadata.uid;
};
