import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { type Coverage, measureCoverage, type Reached } from './core-coverage.ts';
import { readMutantsThatStay, stayFaults } from './mutants-that-stay.ts';
import { type NodeTestOptions, testFilesOf } from './node-test-runner.ts';
import { scoreOf, scoreTable } from './score.ts';
import { type ToldMutant, toldMutant } from './told-mutant.ts';

const help = `Changes lib/core in small ways, one at a time, and tells which changes no test notices.

Usage: npm run mutate -- [<part of a path> ...]

  <part of a path>  mutates only files with that in their path, such as dns or status/conditions.ts
  --help            this text

Prints the share of mutants that are noticed and the coverage of the files. .mutation/report.html shows every mutant in its
place; .mutation/report.json is for programs. A run over everything takes seven minutes on two cores.
Ends with 1 if the share is below the threshold of .config/stryker.json, or if survivors are not those that
.config/mutants-that-stay.json lists with a reason.
`;

const configFile = '.config/stryker.json';
const stayFile = '.config/mutants-that-stay.json';

/** What of the configuration concerns this command too. */
type Config = {
  readonly mutate: readonly string[];
  readonly nodeTest: NodeTestOptions;
  readonly thresholds: { readonly break: number };
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const percent = ({ reached, all }: Reached): string =>
  `${((reached / Math.max(all, 1)) * 100).toFixed(1)} % (${reached} of ${all})`;

const coverageLine = ({ lines, branches, functions }: Coverage): string =>
  `coverage: lines ${percent(lines)}, branches ${percent(branches)}, functions ${percent(functions)}`;

const roomOf = (file: string): string => file.split('/').slice(0, -1).join('/');

const sayMutants = (heading: string, mutants: readonly ToldMutant[]): void => {
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

/** Mutates, measures and tells. Returns whether all is as it should be. */
const mutate = async (files: readonly string[], config: Config): Promise<boolean> => {
  const results = await new Stryker({ configFile, mutate: [...files] }).runMutationTest();
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
  sayMutants(`Survivors that ${stayFile} does not list:`, faults.unlisted);
  sayMutants(`Listed in ${stayFile}, but no survivors any more:`, faults.outdated);
  const good = sum.percent >= thresholds.break;
  if (!good) say(`\nThe score is below ${thresholds.break} %`);
  return good && faults.unlisted.length === 0 && faults.outdated.length === 0;
};

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    say(help);
    return 0;
  }
  // Stryker checks the rest of it.
  const config = JSON.parse(readFileSync(configFile, 'utf8')) as Config;
  const files = globSync([...config.mutate])
    .filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)))
    .sort();
  if (files.length === 0) {
    say(
      `Cannot mutate ${positionals.join(', ')}: no file of lib/core has that in its path\n\n${help}`,
    );
    return 2;
  }
  return (await mutate(files, config)) ? 0 : 1;
};

process.exitCode = await main();
