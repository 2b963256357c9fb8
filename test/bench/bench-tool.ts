import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Words } from '../../lib/cli/command.ts';
import { UsageError } from '../../lib/cli/words/usage-error.ts';
import { wholeNumber } from '../command/numbers.ts';
import { checkOutFile } from '../command/out-file.ts';
import type { Tool, ToolContext } from '../command/tool.ts';
import type { Bench } from './bench.ts';
import { benches } from './registry.ts';
import { reportOf } from './report.ts';
import { reportTable } from './report-table.ts';

const benchNamed = (names: readonly string[]): Bench => {
  const [name = '', ...rest] = names;
  const found = benches.find((bench) => bench.name === name);
  const known = benches.map((bench) => bench.name).join(', ');
  if (found === undefined) throw new UsageError(`Cannot run bench '${name}': there are ${known}`);
  if (rest.length > 0) throw new UsageError('Cannot run several benches at once: name one');
  return found;
};

/** What a bench is to measure, and the flags that say so again. */
const readWishes = ({ name, takesRuns, services: range }: Bench, words: Words) => {
  const refuse = (flag: string, why: string): UsageError =>
    new UsageError(`Cannot use --${flag} with bench '${name}': ${why}`);
  if (words.has('runs') && takesRuns !== true)
    throw refuse('runs', 'it measures everything once; leave it out');
  if (words.has('services') && range === undefined)
    throw refuse('services', 'it has no Services; leave it out');
  const runs = wholeNumber(words, 'runs', { least: 1 });
  const services = range && wholeNumber(words, 'services', range);
  return {
    ...(runs === undefined ? {} : { runs }),
    ...(services === undefined ? {} : { services }),
    seed: wholeNumber(words, 'seed', { least: 0 }) ?? randomInt(2 ** 31),
  };
};

const run = async (words: Words, { out, say, now, signal }: ToolContext): Promise<number> => {
  const bench = benchNamed(words.positionals);
  const wishes = readWishes(bench, words);
  const file = words.value('out');
  if (file !== undefined) await checkOutFile(file);
  const findings = await bench.measure({ ...wishes, progress: say, now, signal });
  const { seed, services } = wishes;
  const often = bench.takesRuns === true ? ` --runs ${findings.runs}` : '';
  const many = services === undefined ? '' : ` --services ${services}`;
  const command = `npm run bench -- ${bench.name}${often}${many} --seed ${seed}`;
  const report = reportOf(findings, { bench: bench.name, command, seed }, now());
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (file !== undefined) await writeFile(file, text);
  out(words.has('json') ? text : reportTable(report));
  return 0;
};

const namesWhere = (takes: (bench: Bench) => boolean): string =>
  benches
    .filter(takes)
    .map(({ name }) => name)
    .join(', ');

/** `npm run bench`. */
export const benchTool: Tool = {
  name: 'bench',
  summary: "Measures, and compares what it finds with the project's targets.",
  usage: ['BENCH [--runs N] [--services N] [--seed N] [--json] [--out FILE]'],
  flags: [
    {
      name: 'runs',
      value: 'N',
      summary: `how often each thing is measured (default: the bench's own); ${namesWhere((bench) => bench.takesRuns === true)}`,
    },
    {
      name: 'services',
      value: 'N',
      summary: `how many Services the largest federation has; ${namesWhere(({ services }) => services !== undefined)}`,
    },
    {
      name: 'seed',
      value: 'N',
      summary: 'draws what is left to chance (default: by chance, and told)',
    },
    { name: 'json', summary: 'print JSON instead of a table' },
    { name: 'out', value: 'FILE', summary: 'write the JSON to a file too' },
  ],
  detail: [
    ...benches.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`),
    '',
    'A missed target is told and is no failure: figures depend on the machine.',
  ],
  takesWords: true,
  run,
};
