import {
  type ClusterClient,
  createClusterClient,
} from '../../../infra/sandbox/clusters/cluster-client.ts';
import { createNodes } from '../../../infra/sandbox/clusters/join-clusters.ts';
import { kubeconfig } from '../../../infra/sandbox/clusters/kubeconfig.ts';
import type { OnDecision } from '../../../infra/sandbox/kubernetes/access/authorize.ts';
import {
  type KubernetesOptions,
  type KubernetesServer,
  startKubernetes,
} from '../../../infra/sandbox/kubernetes/server.ts';

/** A cluster that is no member yet, and what its administrator has. */
export type ExtraMember = {
  readonly server: KubernetesServer;
  readonly admin: ClusterClient;
  /** Text of a kubeconfig with the token of one of its users. */
  readonly kubeconfigOf: (user: 'admin' | 'seamark' | 'nobody' | 'stranger') => string;
};

const users = { admin: 'kubernetes-admin', seamark: 'seamark', nobody: 'nobody' };

/** Starts a cluster that asks RBAC, with a node in each zone. */
export const startExtraMember = async (
  name: string,
  given: {
    readonly zones: readonly string[];
    readonly onDecision?: OnDecision;
    readonly options?: Partial<KubernetesOptions>;
  },
): Promise<ExtraMember> => {
  const { zones, onDecision, options } = given;
  const server = await startKubernetes({
    name,
    now: Date.now,
    random: Math.random,
    authorization: 'RBAC',
    tokenless: 'anonymous',
    users,
    ...(onDecision ? { onDecision } : {}),
    ...options,
  });
  const admin = createClusterClient({ url: server.url, token: 'admin' });
  const nodes = zones.map((zone, index) => ({
    name: `${name}-${index}`,
    zone,
    region: zone.slice(0, -1),
    address: `10.99.0.${index + 1}`,
    podPrefix: `10.99.${index + 1}`,
  }));
  await createNodes(admin, nodes, { now: Date.now, version: 'v1.34.2' });
  return {
    server,
    admin,
    kubeconfigOf: (user) => kubeconfig(user, [{ name, url: server.url, token: user }]),
  };
};
