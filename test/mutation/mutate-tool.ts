import { globSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { UsageError } from '../../lib/cli/words/usage-error.ts';
import type { Tool } from '../command/tool.ts';
import { type Coverage, measureCoverage, type Reached } from './core-coverage.ts';
import { readMutantsThatStay, stayFaults } from './mutants-that-stay.ts';
import { type NodeTestOptions, testFilesOf } from './node-test-runner.ts';
import { scoreOf, scoreTable } from './score.ts';
import { type ToldMutant, toldMutant } from './told-mutant.ts';

const configFile = '.config/stryker.json';
const stayFile = '.config/mutants-that-stay.json';

/** What of the configuration concerns this command too. */
type Config = {
  readonly mutate: readonly string[];
  readonly nodeTest: NodeTestOptions;
  readonly thresholds: { readonly break: number };
};

type Say = (text: string) => void;

const percent = ({ reached, all }: Reached): string =>
  `${((reached / Math.max(all, 1)) * 100).toFixed(1)} % (${reached} of ${all})`;

const coverageLine = ({ lines, branches, functions }: Coverage): string =>
  `coverage: lines ${percent(lines)}, branches ${percent(branches)}, functions ${percent(functions)}`;

const roomOf = (file: string): string => file.split('/').slice(0, -1).join('/');

const sayMutants = (heading: string, mutants: readonly ToldMutant[], say: Say): void => {
  if (mutants.length === 0) return;
  say(`\n${heading}`);
  for (const { file, line, change } of mutants) say(`  ${file}\n    ${line}\n      ${change}`);
};

const toldOf = (
  results: readonly MutantResult[],
  ...statuses: readonly MutantResult['status'][]
): readonly ToldMutant[] =>
  results
    .filter(({ status }) => statuses.includes(status))
    .map((mutant) => {
      const file = relative('.', mutant.fileName);
      return toldMutant(mutant, file, readFileSync(file, 'utf8'));
    });

/** Runs Stryker in a folder of its own, and leaves none: at Ctrl-C Stryker ends the process itself and waits for nobody. */
const runStryker = async (files: readonly string[]): Promise<readonly MutantResult[]> => {
  const tempDirName = `.mutation/sandbox-${process.pid}`;
  const removeFolder = (): void => rmSync(tempDirName, { recursive: true, force: true });
  process.once('exit', removeFolder);
  try {
    const options = { configFile, tempDirName, allowConsoleColors: !process.env['NO_COLOR'] };
    return await new Stryker({ ...options, mutate: [...files] }).runMutationTest();
  } finally {
    removeFolder();
    process.off('exit', removeFolder);
  }
};

/** The files of the core with one of these in their path; all of them where nothing is named. Throws `UsageError` for a word that no file has. */
const filesWith = (parts: readonly string[], { mutate }: Config): readonly string[] => {
  const all = globSync([...mutate]).sort();
  const unknown = parts.find((part) => !all.some((file) => file.includes(part)));
  if (unknown !== undefined)
    throw new UsageError(
      `Cannot mutate ${JSON.stringify(unknown)}: no file of lib/core has that in its path`,
    );
  return all.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)));
};

/** Mutates, measures and tells. Returns whether all is as it should be. */
const mutate = async (files: readonly string[], config: Config, say: Say): Promise<boolean> => {
  const results = await runStryker(files);
  const { nodeTest, thresholds } = config;
  const coverage = measureCoverage({
    tests: testFilesOf(nodeTest),
    files,
    report: '.mutation/coverage.lcov',
  });
  const rooms = Map.groupBy(results, ({ fileName }) => roomOf(relative('.', fileName)));
  const sum = scoreOf(results);
  const scores = [...rooms].map(([room, some]) => [room, scoreOf(some)] as const);
  say(`\n${scoreTable(scores, sum)}\n\n${coverageLine(coverage)}`);
  const found = {
    survivors: toldOf(results, 'Survived', 'NoCoverage'),
    timedOut: toldOf(results, 'Timeout'),
  };
  const listed = readMutantsThatStay(stayFile);
  const faults = stayFaults(found, listed, files);
  sayMutants(`Survivors that ${stayFile} does not list:`, faults.unlisted, say);
  sayMutants(`Listed in ${stayFile}, but no survivors any more:`, faults.outdated, say);
  const good = sum.percent >= thresholds.break;
  if (!good) say(`\nThe score is below ${thresholds.break} %`);
  return good && faults.unlisted.length === 0 && faults.outdated.length === 0;
};

/** `npm run mutate`. */
export const mutateTool: Tool = {
  name: 'mutate',
  summary:
    'Changes lib/core in small ways, one at a time, and tells which changes no test notices.',
  usage: ['[PART ...]'],
  flags: [],
  detail: [
    'PART: mutates only files with that in their path, such as dns or status/conditions.ts.',
    'Prints the share of mutants that are noticed and the coverage of the files. .mutation/report.html shows every mutant in its',
    'place; .mutation/report.json is for programs. A run over everything takes seven minutes on two cores.',
    'Ends with 1 if the share is below the threshold of .config/stryker.json, or if survivors are not those that',
    '.config/mutants-that-stay.json lists with a reason.',
  ],
  takesWords: true,
  run: async ({ positionals }, { out }) => {
    // Stryker checks the rest of it.
    const config = JSON.parse(readFileSync(configFile, 'utf8')) as Config;
    const files = filesWith(positionals, config);
    return (await mutate(files, config, (text) => out(`${text}\n`))) ? 0 : 1;
  },
};
