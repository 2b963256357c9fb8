import { join } from 'node:path';
import { type ControlPlanesOptions, startControlPlanes } from './control-plane/control-planes.ts';
import type { OnDecision } from './kubernetes/access/authorize.ts';
import { startKubernetesInThread } from './kubernetes/start-in-thread.ts';
import type { StartApiServer } from './start-clusters.ts';
import type { StateFolder } from './state-folder.ts';
import type { TearDown } from './tear-down.ts';

/** What decides which API servers a sandbox has. */
export type ApiServersOptions = Omit<ControlPlanesOptions, 'assets' | 'folder'> & {
  /** Real programs; the emulator without. */
  readonly assets?: ControlPlanesOptions['assets'];
  /** Hears what is asked of emulated clusters, by whom, and whether they may. */
  readonly onDecision?: ((cluster: string, ...heard: Parameters<OnDecision>) => void) | undefined;
};

/** The part of the state folder that real clusters live in. */
const placeName = 'kubernetes';

/** How this sandbox starts API servers: emulators, or real ones where it was given programs; their etcd runs from here on. */
export const chooseApiServers = async ({
  options,
  folder,
  tearDown,
}: {
  readonly options: ApiServersOptions;
  readonly folder: StateFolder;
  readonly tearDown: TearDown;
}): Promise<StartApiServer> => {
  const { assets, now, signal, onDecision } = options;
  if (assets === undefined)
    return (server) =>
      startKubernetesInThread({
        ...server,
        ...(onDecision ? { onDecision: (...heard) => onDecision(server.name, ...heard) } : {}),
      });
  const planes = await startControlPlanes({
    assets,
    folder: join(folder.path, placeName),
    now,
    ...(signal ? { signal } : {}),
  });
  tearDown.add(planes.close);
  return planes.start;
};
