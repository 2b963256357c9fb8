import { readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What `.sandbox/endpoints.json` tells tools while a sandbox is up. */
export type Endpoints = {
  /** Context name -> URL of its Kubernetes API. */
  readonly kubernetes: { readonly [context: string]: string };
  readonly dynamodb: string;
  readonly sqs: string;
  readonly route53: string;
  readonly dns: { readonly host: string; readonly port: number };
  readonly webhook: {
    readonly url: string;
    readonly tokens: { readonly [cluster: string]: string };
  };
  readonly control: string;
  readonly hostedZoneId: string;
  readonly tableName: string;
};

/** The folder of one running sandbox; it is this process's own until `remove`. */
export type StateFolder = {
  readonly path: string;
  /** Writes a file that only its owner may read, for it may hold tokens; returns its path. */
  readonly write: (name: string, text: string) => Promise<string>;
  /** Removes the folder with all that is in it; also safe in an exit handler. */
  readonly remove: () => void;
};

const pidFile = 'pid';
const endpointsFile = 'endpoints.json';
/** A sandbox that starts has no endpoints.json yet; after this long without one it must be dead. */
const startupMs = 60_000;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Reads `endpoints.json` of a state folder; undefined if there is none that can be read. */
export const readEndpoints = async (folder: string): Promise<Endpoints | undefined> => {
  try {
    // The cast trusts the file that the sandbox itself wrote.
    return JSON.parse(await readFile(join(folder, endpointsFile), 'utf8')) as Endpoints;
  } catch {
    return undefined;
  }
};

const answers = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
};

/** The process id of the sandbox that owns the folder now, or undefined where only leftovers are. */
const livingOwner = async (folder: string, now: () => number): Promise<number | undefined> => {
  const file = join(folder, pidFile);
  const pid = Number(await readFile(file, 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  const endpoints = await readEndpoints(folder);
  if (endpoints) return (await answers(endpoints.control)) ? pid : undefined;
  const { mtimeMs } = await stat(file);
  return now() - mtimeMs < startupMs ? pid : undefined;
};

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

const claim = async (folder: string, now: () => number): Promise<void> => {
  const take = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, pidFile), `${process.pid}\n`, { flag: 'wx' });
  };
  try {
    await take();
  } catch (error) {
    if (!isTaken(error)) throw error;
    const owner = await livingOwner(folder, now);
    if (owner !== undefined)
      throw new Error(
        `Cannot start a sandbox here: one is already running (process ${owner}); stop it with Ctrl-C where it runs, or with kill ${owner}`,
        { cause: error },
      );
    await rm(folder, { recursive: true, force: true });
    await take();
  }
};

/**
 * Takes the folder for this process; leftovers of a sandbox that died go. Throws if another sandbox that runs has it.
 */
export const takeStateFolder = async (folder: string, now: () => number): Promise<StateFolder> => {
  await claim(folder, now);
  return {
    path: folder,
    write: async (name, text) => {
      const file = join(folder, name);
      await writeFile(file, text, { mode: 0o600 });
      return file;
    },
    remove: () => removeStateFolder(folder),
  };
};

/**
 * Removes a state folder, unless another process has it by now. Does not wait, so that even an exit handler may call
 * it.
 */
export const removeStateFolder = (folder: string): void => {
  if (ownerOf(folder) === process.pid || ownerOf(folder) === undefined)
    rmSync(folder, { recursive: true, force: true });
};

const ownerOf = (folder: string): number | undefined => {
  try {
    return Number(readFileSync(join(folder, pidFile), 'utf8'));
  } catch {
    return undefined;
  }
};

/** Writes `endpoints.json`, the sign that the sandbox is up. */
export const writeEndpointsFile = (folder: StateFolder, endpoints: Endpoints): Promise<string> =>
  folder.write(endpointsFile, `${JSON.stringify(endpoints, undefined, 2)}\n`);
