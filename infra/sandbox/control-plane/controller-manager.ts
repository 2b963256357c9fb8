import { writeFile } from 'node:fs/promises';
import { kubeconfig } from '../clusters/kubeconfig.ts';
import type { ApiServerFiles } from './api-server-files.ts';
import type { Credentials } from './credentials.ts';
import { keepRunning } from './program.ts';

/** What a controller manager serves. */
export type ControllerManagerSetup = {
  readonly url: string;
  readonly files: ApiServerFiles;
  readonly credentials: Credentials;
};

/**
 * Runs the two controllers of kube-controller-manager that a cluster without nodes needs, under the service accounts that they have
 * in any cluster. It ends by itself where its API is away while it starts.
 */
export const startControllerManager = async (
  file: string,
  { url, files, credentials }: ControllerManagerSetup,
): Promise<{ readonly stop: () => Promise<void> }> => {
  const { token, serving } = credentials;
  const context = { name: 'cluster', url, token, ca: serving.certificate };
  const config = kubeconfig('system:kube-controller-manager', [context]);
  await writeFile(files.controllerManager, config, { mode: 0o600 });
  return keepRunning({
    file,
    logFile: files.controllerManagerLog,
    args: [
      `--kubeconfig=${files.controllerManager}`,
      '--controllers=garbage-collector-controller,namespace-controller',
      '--use-service-account-credentials=true',
      '--leader-elect=false',
      '--secure-port=0',
    ],
  });
};
