import { type ClusterClient, createClusterClient } from './clusters/cluster-client.ts';
import { cloudBinding, cloudUser, seamarkUser } from './clusters/manifests.ts';
import type { KubernetesServer } from './kubernetes/server.ts';
import type { ThreadedKubernetesOptions } from './kubernetes/start-in-thread.ts';
import { type PortPlan, startOn } from './ports.ts';
import { startAll } from './start-all.ts';
import type { TearDown } from './tear-down.ts';
import type { ClusterTokens } from './tokens.ts';
import { hostName, type Topology } from './topology.ts';

/** One cluster that runs: its API server, and the sandbox's own client of it. */
export type RunningCluster = {
  readonly name: string;
  readonly url: string;
  /** Authority of an API that is served over TLS, PEM. */
  readonly ca?: string;
  readonly tokens: ClusterTokens;
  /** Speaks as the cluster's cloud controller. */
  readonly client: ClusterClient;
  readonly isRunning: () => boolean;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
};

/** Starts the API server of one cluster, be it the emulator or a real one. */
export type StartApiServer = (
  options: Omit<ThreadedKubernetesOptions, 'onDecision'>,
) => Promise<KubernetesServer>;

/** What the clusters are made of. */
export type ClustersOptions = {
  readonly startApiServer: StartApiServer;
  readonly topology: Topology;
  readonly ports: PortPlan;
  readonly tokens: { readonly [cluster: string]: ClusterTokens };
  readonly webhookUrl: string;
  readonly tearDown: TearDown;
};

const adminUser = 'kubernetes-admin';
/** kube-apiserver waits up to 30 s for a batch to fill; nobody at a terminal wants to. */
const auditBatchWaitMs = 200;
const bindingsPath = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';

const running = (name: string, server: KubernetesServer, tokens: ClusterTokens): RunningCluster => {
  const { url, ca } = server;
  const trust = ca === undefined ? {} : { ca };
  let up = true;
  return {
    name,
    url,
    ...trust,
    tokens,
    client: createClusterClient({ url, token: tokens.cloud, ...trust }),
    isRunning: () => up,
    stop: async () => {
      if (!up) return;
      up = false;
      await server.suspend();
    },
    start: async () => {
      if (up) return;
      await server.resume();
      up = true;
    },
  };
};

const startServer = (
  name: string,
  tokens: ClusterTokens,
  options: ClustersOptions,
): Promise<KubernetesServer> =>
  startOn(options.ports, `kubernetes ${name}`, (port) =>
    options.startApiServer({
      name,
      port,
      authorization: 'RBAC',
      groups: { [adminUser]: ['system:masters'] },
      users: {
        [tokens.admin]: adminUser,
        [tokens.seamark]: seamarkUser,
        [tokens.cloud]: cloudUser,
      },
      audit: {
        url: options.webhookUrl,
        token: tokens.webhook,
        maxBatchWaitMs: auditBatchWaitMs,
      },
    }),
  );

/** Starts the API servers of the host and of all members, by name; they close side by side. */
export const startClusters = async (
  options: ClustersOptions,
): Promise<ReadonlyMap<string, RunningCluster>> => {
  const servers: KubernetesServer[] = [];
  options.tearDown.add(async () => {
    await Promise.all(servers.map((server) => server.close()));
  });
  const names = [hostName, ...options.topology.members.map(({ name }) => name)];
  const clusters = await startAll(
    names.map(async (name) => {
      const tokens = options.tokens[name];
      if (!tokens) throw new Error(`Cannot start cluster ${name}: it has no tokens`);
      const server = await startServer(name, tokens, options);
      servers.push(server);
      const trust = server.ca === undefined ? {} : { ca: server.ca };
      const admin = createClusterClient({ url: server.url, token: tokens.admin, ...trust });
      await admin.create(bindingsPath, cloudBinding);
      return running(name, server, tokens);
    }),
  );
  return new Map(clusters.map((cluster) => [cluster.name, cluster]));
};
