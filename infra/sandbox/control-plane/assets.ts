import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** The programs of a Kubernetes control plane on this machine. */
export type KubernetesAssets = {
  readonly etcd: string;
  readonly apiServer: string;
  /**
   * Brings the garbage collector and the controller that empties namespaces; envtest's own downloads have none, and clusters without
   * it keep what these two would delete.
   */
  readonly controllerManager?: string;
};

const runs = async (file: string): Promise<boolean> => {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Finds the programs in a folder such as `KUBEBUILDER_ASSETS` names (the convention of controller-runtime's `envtest`). Throws an
 * error that names those that are missing.
 */
export const findAssets = async (folder: string): Promise<KubernetesAssets> => {
  const named = (name: string): string => join(folder, name);
  const needed = [named('etcd'), named('kube-apiserver')];
  const found = await Promise.all(needed.map(runs));
  const missing = needed.filter((_, at) => found[at] !== true);
  if (missing.length > 0)
    throw new Error(
      `Cannot use KUBEBUILDER_ASSETS=${folder}: no program at ${missing.join(' and ')}; npm run kube:build makes them`,
    );
  const [etcd = '', apiServer = ''] = needed;
  const controllerManager = named('kube-controller-manager');
  return { etcd, apiServer, ...((await runs(controllerManager)) ? { controllerManager } : {}) };
};
