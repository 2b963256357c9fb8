import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { tellEveryMs } from '../command/pace.ts';
import { type ModuleVersions, moduleFolder, programs } from './kube-cache.ts';

const run = promisify(execFile);

/** The version of the Go that is at hand, `1.26.8`; undefined where there is none. */
export const goVersion = async (): Promise<string | undefined> => {
  try {
    const { stdout } = await run('go', ['env', 'GOVERSION'], { cwd: moduleFolder });
    return /^go(\d+(?:\.\d+)*)/.exec(stdout.trim())?.[1];
  } catch {
    return undefined;
  }
};

const numbers = (version: string): readonly number[] => version.split('.').map(Number);

/** Whether a Go version is at least another. */
export const isAtLeast = (version: string, least: string): boolean => {
  const [have, want] = [numbers(version), numbers(least)];
  const at = want.findIndex((wanted, index) => (have[index] ?? 0) !== wanted);
  return at < 0 || (have[at] ?? 0) > (want[at] ?? 0);
};

// What `/version` of the API server and the agents of clients tell; programs take it from the linker.
const linkerFlags = ({ kubernetes }: ModuleVersions): string => {
  const [major, minor] = kubernetes.slice(1).split('.');
  const facts = { gitVersion: kubernetes, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' };
  const stamps = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap(
    (where) => Object.entries(facts).map(([name, value]) => `-X ${where}.${name}=${value}`),
  );
  return ['-s -w', ...stamps].join(' ');
};

const countPackages = async (name: string): Promise<number> => {
  const { stdout } = await run('go', ['list', '-deps', `./cmd/${name}`], {
    cwd: moduleFolder,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split('\n').length - 1;
};

const compile = async (
  name: string,
  { out, flags, tell, signal }: Job & { readonly out: string; readonly flags: string },
): Promise<void> => {
  const total = await countPackages(name);
  const startedAt = performance.now();
  const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(0);
  const args = ['build', '-v', '-trimpath', '-buildvcs=false', '-ldflags', flags, '-o', out];
  const go = spawn('go', [...args, `./cmd/${name}`], {
    cwd: moduleFolder,
    env: { ...process.env, CGO_ENABLED: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  // Minutes of compiling must not slow down whatever else the machine does.
  if (go.pid !== undefined) setPriority(go.pid, constants.priority.PRIORITY_LOW);
  const lines: string[] = [];
  createInterface({ input: go.stderr }).on('line', (line) => lines.push(line));
  const progress = setInterval(
    () => tell(`${name}: ${lines.length} of at most ${total} packages after ${seconds()} s`),
    tellEveryMs,
  );
  try {
    const [code] = await once(go, 'close');
    if (code !== 0)
      throw new Error(`Cannot build ${name}: go build says\n${lines.slice(-20).join('\n')}`);
  } finally {
    clearInterval(progress);
  }
  tell(`${name}: built in ${seconds()} s, ${lines.length} packages compiled`);
};

type Job = {
  /** Hears how far the build is. */
  readonly tell: (line: string) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
};

/** Compiles all programs into the folder; each appears there only once it is whole. Throws with what Go said. */
export const buildPrograms = async (
  folder: string,
  { versions, ...job }: Job & { readonly versions: ModuleVersions },
): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const name of programs) {
    const out = join(folder, `.${name}.${process.pid}`);
    try {
      await compile(name, { ...job, out, flags: linkerFlags(versions) });
      await rename(out, join(folder, name));
    } finally {
      await rm(out, { force: true });
    }
  }
};
