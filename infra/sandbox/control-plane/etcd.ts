import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { awaitReady, type Program, startProgram } from './program.ts';

/** An etcd that serves on loopback, without TLS. */
export type Etcd = { readonly url: string; readonly close: () => Promise<void> };

const limitMs = 30_000;

const isHealthy = async (url: string): Promise<boolean> => {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) });
    return (await answer.text()).includes('true');
  } catch {
    return false;
  }
};

/** Starts an etcd whose data lives in `folder` and need not outlive it: nothing is forced onto the disk. */
export const startEtcd = async (
  file: string,
  folder: string,
  signal?: AbortSignal,
): Promise<Etcd> => {
  await mkdir(folder, { recursive: true });
  const [client, peer] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${client}`;
  const peers = `http://127.0.0.1:${peer}`;
  const program: Program = await startProgram({
    file,
    logFile: join(folder, 'etcd.log'),
    args: [
      `--data-dir=${join(folder, 'data')}`,
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=default=${peers}`,
      '--unsafe-no-fsync',
      '--log-level=warn',
    ],
  });
  await awaitReady(program, {
    name: 'etcd',
    limitMs,
    isReady: () => isHealthy(url),
    ...(signal ? { signal } : {}),
  });
  return { url, close: program.kill };
};
