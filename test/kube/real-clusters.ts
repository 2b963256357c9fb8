import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAssets, type KubernetesAssets } from '../../infra/sandbox/control-plane/assets.ts';
import {
  type ApiServerOptions,
  type ControlPlanes,
  startControlPlanes,
} from '../../infra/sandbox/control-plane/control-planes.ts';
import type { KubernetesServer } from '../../infra/sandbox/kubernetes/server.ts';
import { createTearDown } from '../../infra/sandbox/tear-down.ts';
import { startPlainFront } from './plain-front.ts';

const admin = 'operator';
const adminToken = 'operator-token';

/** A real cluster of a test. */
export type RealCluster = {
  /** Over TLS; `ca` of the server vouches for it. */
  readonly server: KubernetesServer;
  readonly token: string;
  /** Plain HTTP address that speaks as `operator`, who may do everything, where a request has no token. */
  readonly url: string;
};

/** Real clusters of a test, that share an etcd; `close` leaves neither a process nor a file. */
export type RealClusters = {
  readonly start: (
    options: Omit<ApiServerOptions, 'users' | 'groups'> & {
      /** More tokens of the same user. */
      readonly tokens?: readonly string[];
    },
  ) => Promise<RealCluster>;
  readonly close: () => Promise<void>;
};

/** The programs that `test/kube/run.ts` found. Throws where a suite is run without it. */
export const givenAssets = (): Promise<KubernetesAssets> => {
  const folder = process.env['KUBEBUILDER_ASSETS'];
  if (!folder)
    throw new Error('Cannot run on real clusters: start this suite with npm run test:kube');
  return findAssets(folder);
};

const startPlanes = async (
  assets: Promise<KubernetesAssets>,
  folder: string,
): Promise<ControlPlanes> => startControlPlanes({ assets: await assets, folder, now: Date.now });

/** Gets ready to start clusters of real programs; throws as `givenAssets` does. */
export const startRealClusters = async (
  assets: Promise<KubernetesAssets> = givenAssets(),
): Promise<RealClusters> => {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-kube-'));
  const tearDown = createTearDown();
  tearDown.add(() => rm(folder, { recursive: true, force: true }));
  const planes = await startPlanes(assets, folder).catch(async (error: unknown) => {
    await tearDown.run();
    throw error;
  });
  tearDown.add(planes.close);
  return {
    start: async ({ tokens = [], ...options }) => {
      const server = await planes.start({
        ...options,
        users: Object.fromEntries([adminToken, ...tokens].map((token) => [token, admin])),
        groups: { [admin]: ['system:masters'] },
      });
      const front = await startPlainFront(server.url, { ca: server.ca ?? '', token: adminToken });
      tearDown.add(front.close);
      return { server, token: adminToken, url: front.url };
    },
    close: tearDown.run,
  };
};
