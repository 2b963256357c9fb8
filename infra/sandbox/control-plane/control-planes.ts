import { join } from 'node:path';
import type { AuditOptions } from '../kubernetes/audit/webhook.ts';
import type { KubernetesOptions, KubernetesServer } from '../kubernetes/server.ts';
import { createTearDown, type TearDown } from '../tear-down.ts';
import { startApiServer } from './api-server.ts';
import { apiServerFiles, writeApiServerFiles } from './api-server-files.ts';
import type { KubernetesAssets } from './assets.ts';
import { startControllerManager } from './controller-manager.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import { type Etcd, startEtcd } from './etcd.ts';
import { freePort } from './free-port.ts';
import { startTlsFront } from './tls-front.ts';

/** What real clusters are made of. */
export type ControlPlanesOptions = {
  readonly assets: KubernetesAssets;
  /** Exists only while they run. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Gives up starting. */
  readonly signal?: AbortSignal;
};

/** What one API server is told; the rest of `KubernetesOptions` is for the emulator. */
export type ApiServerOptions = Pick<
  KubernetesOptions,
  'name' | 'port' | 'users' | 'groups' | 'audit'
> & {
  /** More flags of kube-apiserver. */
  readonly flags?: readonly string[];
};

/** Clusters of real programs that share one etcd. */
export type ControlPlanes = {
  /** Starts the API server of one cluster, empty but for what every cluster holds, and its controllers. */
  readonly start: (options: ApiServerOptions) => Promise<KubernetesServer>;
  /** Ends whatever was started. */
  readonly close: () => Promise<void>;
};

type Ground = ControlPlanesOptions & {
  readonly etcd: Etcd;
  readonly credentials: Credentials;
  readonly tearDown: TearDown;
};

const auditTarget = async ({ credentials, tearDown }: Ground, audit: AuditOptions | undefined) => {
  if (audit === undefined) return {};
  const front = await startTlsFront(audit.url, credentials.serving);
  tearDown.add(front.close);
  return { audit: { url: front.url, token: audit.token, policy: audit.policy } };
};

const controllerManagerUser = 'system:kube-controller-manager';

const startOne = async (ground: Ground, options: ApiServerOptions): Promise<KubernetesServer> => {
  const { assets, folder, etcd, credentials, tearDown, signal } = ground;
  const { name, users = {}, groups = {}, audit, flags = [] } = options;
  const place = join(folder, name);
  const files = apiServerFiles(place);
  await writeApiServerFiles(place, {
    users: { ...users, [credentials.token]: controllerManagerUser },
    // It runs all controllers under its own name, whose role is for one that gives each its own account.
    groups: { ...groups, [controllerManagerUser]: ['system:masters'] },
    ca: credentials.serving.certificate,
    ...(await auditTarget(ground, audit)),
  });
  const port = options.port || (await freePort());
  const setup = { name, port, etcdUrl: etcd.url, files, credentials, flags };
  const server = await startApiServer(
    assets.apiServer,
    { ...setup, ...(audit ? { audit } : {}) },
    signal,
  );
  tearDown.add(server.close);
  if (assets.controllerManager === undefined) return server;
  const url = server.url;
  const manager = await startControllerManager(assets.controllerManager, {
    url,
    files,
    credentials,
  });
  tearDown.add(manager.stop);
  return {
    ...server,
    close: async () => {
      await manager.stop();
      await server.close();
    },
  };
};

/** Starts an etcd and gets ready to start clusters on it. Throws with the reason, nothing left running, if it does not come up. */
export const startControlPlanes = async (options: ControlPlanesOptions): Promise<ControlPlanes> => {
  const { assets, folder, now, signal } = options;
  const tearDown = createTearDown();
  const credentials = await createCredentials(folder, now());
  const etcd = await startEtcd(assets.etcd, join(folder, 'etcd'), signal);
  tearDown.add(etcd.close);
  const ground = { ...options, etcd, credentials, tearDown };
  return { start: (server) => startOne(ground, server), close: tearDown.run };
};
