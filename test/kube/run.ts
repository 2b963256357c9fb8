import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findPrograms } from './find-programs.ts';
import { cacheFolder } from './kube-cache.ts';

const root = join(import.meta.dirname, '..', '..');
const tell = (line: string): void => void process.stdout.write(`${line}\n`);

const reporters = [
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  `--test-reporter=${join(root, '.config', 'closing-line.mjs')}`,
  '--test-reporter-destination=stdout',
];

const runSuites = async (folder: string, wanted: readonly string[]): Promise<number> => {
  const suites = globSync('suites/*.kube.ts', { cwd: import.meta.dirname })
    .filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
    .map((name) => relative(root, join(import.meta.dirname, name)));
  // Suites that are interrupted do not clear up after themselves; their programs end with them, and their files are all in here.
  const files = await mkdtemp(join(tmpdir(), 'seamark-kube-run-'));
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=2', ...reporters, ...suites],
    {
      cwd: root,
      env: { ...process.env, KUBEBUILDER_ASSETS: folder, TMPDIR: files },
      stdio: 'inherit',
    },
  );
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => child.kill(name));
  try {
    const [code] = await once(child, 'exit');
    return typeof code === 'number' ? code : 1;
  } finally {
    await rm(files, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** `npm run test:kube [-- part of a suite's name …]`: the process exit code. */
const main = async (): Promise<number> => {
  const folder = await findPrograms();
  if (folder === undefined) {
    tell('Skipped: the tests on a real Kubernetes API need its programs, and there are none at');
    tell(`${cacheFolder()}`);
    tell('npm run kube:build makes them, which takes Go and about 15 minutes; or set');
    tell('KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver.');
    return 0;
  }
  tell(`On the programs in ${folder}`);
  return runSuites(folder, process.argv.slice(2));
};

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
