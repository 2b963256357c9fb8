import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runtimeVariables } from '../../../infra/sandbox/lambda/runtime-variables.ts';

/** What is loaded, and with which variables of its own. */
export type Loadable = {
  readonly name: string;
  readonly handlerFile: string;
  readonly environment: { readonly [name: string]: string };
};

/** Milliseconds of one load, in a process of its own. */
export type Load = {
  /** From the start of the process to the loaded handler. */
  readonly loadedMs: number;
  /** Of that, the import of the bundle. */
  readonly importMs: number;
  /** Processor time of all threads. */
  readonly cpuMs: number;
};

const program = join(import.meta.dirname, 'load-handler.mjs');
const run = promisify(execFile);

/** Starts a process with the environment of Lambda that loads a handler and ends. Throws with what it printed if it can't; the signal ends it. */
export const loadOnce = async (what: Loadable, signal: AbortSignal): Promise<Load> => {
  const { name, handlerFile, environment } = what;
  const taskRoot = dirname(handlerFile);
  const settings = { name, region: 'us-east-1', memoryMb: 512, taskRoot, environment };
  const env = { ...runtimeVariables(settings, 'bench') };
  const options = { cwd: taskRoot, env, signal };
  const { stdout } = await run(process.execPath, [program, handlerFile], options);
  return JSON.parse(stdout);
};
