import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { UsageError } from '../../lib/cli/words/usage-error.ts';
import { main } from '../command/main.ts';
import { findPrograms } from './find-programs.ts';
import { cacheFolder } from './kube-cache.ts';

const root = join(import.meta.dirname, '..', '..');
const ending = '.kube.ts';

const reporters = [
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  `--test-reporter=${join(root, '.config', 'closing-line.mjs')}`,
  '--test-reporter-destination=stdout',
];

const suiteFiles = globSync(`suites/*${ending}`, { cwd: import.meta.dirname }).sort();
const suiteNames = suiteFiles.map((file) => basename(file, ending));

/** The files of the suites with one of these words in their name; all of them where nothing is named. */
const suitesWith = (wanted: readonly string[]): readonly string[] => {
  const unknown = wanted.find((word) => !suiteNames.some((name) => name.includes(word)));
  if (unknown !== undefined)
    throw new UsageError(
      `Cannot run suite ${JSON.stringify(unknown)}: there are ${suiteNames.join(', ')}`,
    );
  return suiteFiles
    .filter((_, at) => wanted.length === 0 || wanted.some((word) => suiteNames[at]?.includes(word)))
    .map((file) => relative(root, join(import.meta.dirname, file)));
};

const runSuites = async (
  folder: string,
  suites: readonly string[],
  signal: AbortSignal,
): Promise<number> => {
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
  const end = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', end);
  try {
    const [code] = await once(child, 'exit');
    return code === 0 ? 0 : 1;
  } finally {
    await rm(files, { recursive: true, force: true, maxRetries: 5 });
  }
};

await main({
  name: 'test:kube',
  summary: 'Runs suites on a real Kubernetes API.',
  usage: ['[PART ...]'],
  flags: [],
  detail: [
    "PART: a part of a suite's name; all suites where none is named.",
    `Suites: ${suiteNames.join(', ')}`,
    'npm run kube:build makes the programs; KUBEBUILDER_ASSETS names a folder with others. Without programs all is skipped.',
    'Ends with 1 if a test failed.',
  ],
  takesWords: true,
  run: async ({ positionals }, { out, signal }) => {
    const suites = suitesWith(positionals);
    const tell = (line: string): void => out(`${line}\n`);
    const folder = await findPrograms();
    if (folder === undefined) {
      tell('Skipped: the tests on a real Kubernetes API need its programs, and there are none at');
      tell(cacheFolder());
      tell('npm run kube:build makes them, which takes Go and about 15 minutes; or set');
      tell('KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver.');
      return 0;
    }
    tell(`On the programs in ${folder}`);
    return runSuites(folder, suites, signal);
  },
});
