import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
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

type Program = { readonly file: string; readonly state: 'runs' | 'missing' | 'not executable' };

const look = async (file: string): Promise<Program> => {
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) return { file, state: 'missing' };
  return access(file, constants.X_OK).then(
    () => ({ file, state: 'runs' }),
    () => ({ file, state: 'not executable' }),
  );
};

const filesThat = (programs: readonly Program[], state: Program['state']): readonly string[] =>
  programs.filter((program) => program.state === state).map(({ file }) => file);

/** All that is wrong with a folder of programs, with the way out. */
const faultsOf = (needed: readonly Program[], more: readonly Program[]): readonly string[] => {
  const missing = filesThat(needed, 'missing');
  const idle = filesThat([...needed, ...more], 'not executable');
  return [
    ...(missing.length > 0
      ? [`no program at ${missing.join(' and ')}; npm run kube:build makes them`]
      : []),
    ...idle.map((file) => `${file} is not executable; chmod +x changes that`),
  ];
};

/**
 * Finds the programs in a folder such as `KUBEBUILDER_ASSETS` names (the convention of controller-runtime's `envtest`). Throws an
 * error that names those that are missing, or may not be run.
 */
export const findAssets = async (folder: string): Promise<KubernetesAssets> => {
  const named = (name: string): Promise<Program> => look(join(folder, name));
  const [etcd, apiServer] = await Promise.all([named('etcd'), named('kube-apiserver')]);
  const manager = await named('kube-controller-manager');
  const faults = faultsOf([etcd, apiServer], [manager]);
  if (faults.length > 0)
    throw new Error(`Cannot use KUBEBUILDER_ASSETS=${folder}: ${faults.join('; ')}`);
  return {
    etcd: etcd.file,
    apiServer: apiServer.file,
    ...(manager.state === 'runs' ? { controllerManager: manager.file } : {}),
  };
};
