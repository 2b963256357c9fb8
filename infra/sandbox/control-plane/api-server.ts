import type { KubernetesServer } from '../kubernetes/server.ts';
import { type ApiServerSetup, apiServerFlags } from './api-server-flags.ts';
import { httpsStatus } from './https-status.ts';
import { awaitReady, type Program, startProgram } from './program.ts';

/** A busy machine takes its time. */
const limitMs = 120_000;
const lookMs = 2_000;

/** What a cluster holds before anybody wrote to it, last of all its own Service. */
const signs = ['/readyz', '/api/v1/namespaces/default/services/kubernetes'];

const isReady = async (url: string, { credentials }: ApiServerSetup): Promise<boolean> => {
  const { token, serving } = credentials;
  const look = { ca: serving.certificate, token, limitMs: lookMs };
  for (const sign of signs) if ((await httpsStatus(`${url}${sign}`, look)) !== 200) return false;
  return true;
};

/**
 * Runs a kube-apiserver until `close`. Throws with its last lines when it does not come up; `EADDRINUSE` is the error's code where
 * the port is taken.
 */
export const startApiServer = async (
  file: string,
  setup: ApiServerSetup,
  signal?: AbortSignal,
): Promise<KubernetesServer> => {
  const { name, port, files, credentials } = setup;
  const url = `https://127.0.0.1:${port}`;
  const args = apiServerFlags(setup);
  const run = async (): Promise<Program> => {
    const program = await startProgram({ file, args, logFile: files.log });
    await awaitReady(program, {
      name: `kube-apiserver of ${name}`,
      limitMs,
      isReady: () => isReady(url, setup),
      ...(signal ? { signal } : {}),
    });
    return program;
  };
  let program = await run();
  return {
    url,
    port,
    ca: credentials.serving.certificate,
    suspend: () => program.kill(),
    resume: async () => {
      program = await run();
    },
    close: () => program.kill(),
  };
};
