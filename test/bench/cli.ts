import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';
import { benches } from './registry.ts';
import { reportOf } from './report.ts';
import { reportTable } from './report-table.ts';

const list = benches.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`).join('\n');

const help = `Measures, and compares what it finds with the project's targets.

Usage: npm run bench -- <bench> [--runs <n>] [--services <n>] [--seed <n>] [--json] [--out <file>]

${list}

  --runs <n>     how often each thing is measured (default: the bench's own)
  --services <n> how many Services, for benches that take any number
  --seed <n>     draws the order of the measurements (default: by chance, and told)
  --json         print JSON instead of a table
  --out <file>   write the JSON to a file too
  --help         this text

A missed target is told and is no failure: figures depend on the machine.
`;

/** A call that makes no sense; its message says what would. */
class Misuse extends Error {}

const options = {
  runs: { type: 'string' },
  services: { type: 'string' },
  seed: { type: 'string' },
  json: { type: 'boolean', default: false },
  out: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (cause) {
    throw new Misuse(cause instanceof Error ? cause.message : String(cause), { cause });
  }
};

const wholeNumber = (flag: string, text: string | undefined, least: number): number | undefined => {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && Number.isSafeInteger(value)) return value;
  throw new Misuse(`Cannot read --${flag} ${text}: give a whole number from ${least} on`);
};

const benchNamed = (names: readonly string[]): Bench => {
  const [name = '', ...rest] = names;
  const found = benches.find((bench) => bench.name === name);
  const known = benches.map((bench) => bench.name).join(', ');
  if (found === undefined) throw new Misuse(`Cannot run bench '${name}': there are ${known}`);
  if (rest.length > 0) throw new Misuse('Cannot run several benches at once: name one');
  return found;
};

const main = async (): Promise<void> => {
  const { values, positionals } = readArguments();
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const bench = benchNamed(positionals);
  const runs = wholeNumber('runs', values.runs, 1);
  const services = wholeNumber('services', values.services, 1);
  const seed = wholeNumber('seed', values.seed, 0) ?? randomInt(2 ** 31);
  const findings = await bench.measure({
    seed,
    ...(runs === undefined ? {} : { runs }),
    ...(services === undefined ? {} : { services }),
    progress: (line) => void process.stderr.write(`${line}\n`),
  });
  const many = services === undefined ? '' : ` --services ${services}`;
  const command = `npm run bench -- ${bench.name} --runs ${findings.runs}${many} --seed ${seed}`;
  const report = reportOf(findings, { bench: bench.name, command, seed }, Date.now());
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (values.out !== undefined) await writeFile(values.out, text);
  process.stdout.write(values.json ? text : reportTable(report));
};

try {
  await main();
} catch (error) {
  const told = error instanceof Error ? error.message : String(error);
  process.stderr.write(error instanceof Misuse ? `${told}\n\n${help}` : `${told}\n`);
  process.exitCode = error instanceof Misuse ? 2 : 1;
}
