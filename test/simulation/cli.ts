import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runSeeds } from './fleet.ts';
import type { Script } from './script.ts';
import { shrink } from './shrink.ts';
import { type Run, simulate } from './simulate.ts';
import { tellScript } from './tell.ts';
import { noRuns, type Totals, withRun } from './totals.ts';
import { writeScript } from './write-script.ts';

const help = `Runs the shipped controllers through ten simulated hours of trouble a seed, and checks what must hold at every step.

Usage: npm run simulate -- [--seeds <n>] [--minutes <n>] [--from <seed>] [--threads <n>] [--json]
       npm run simulate -- --seed <seed> [--shrink]

  --seeds <n>     how many seeds (default 200)
  --minutes <n>   stop after so many minutes of real time, whatever is left
  --from <seed>   the first seed; the others follow it (default: drawn, and printed)
  --threads <n>   how many at a time (default: as many as there are processors)
  --json          print the totals as JSON, and nothing else, to standard output
  --seed <seed>   run one seed, and tell what it came to
  --shrink        with --seed: shorten a failing script to what it needs to fail
  --help          this text

Ends with 1 if a promise was broken; the first failing seed is shortened and told.
`;

const positive = (text: string, flag: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`Cannot read --${flag} ${text}: give a whole number above 0`);
};

const readArguments = () => {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '200' },
      minutes: { type: 'string' },
      from: { type: 'string' },
      threads: { type: 'string', default: String(availableParallelism()) },
      json: { type: 'boolean', default: false },
      seed: { type: 'string' },
      shrink: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    ...values,
    seeds: positive(values.seeds, 'seeds'),
    threads: positive(values.threads, 'threads'),
    from: values.from === undefined ? randomInt(1, 1_000_000_000) : positive(values.from, 'from'),
    endsAt:
      values.minutes === undefined
        ? Number.POSITIVE_INFINITY
        : Date.now() + positive(values.minutes, 'minutes') * 60_000,
  };
};

type Arguments = ReturnType<typeof readArguments>;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const fails = async (script: Script): Promise<boolean> =>
  (await simulate(script)).faults.length > 0;

const tellRun = (run: Run): void => {
  const faults = [...new Set(run.faults)];
  say(`seed ${run.seed}: ${faults.length === 0 ? 'every promise was kept' : 'FAILED'}`);
  for (const fault of faults.slice(0, 20)) say(`  ${fault}`);
};

const tellShort = async (seed: number): Promise<void> => {
  say(`shortening the script of seed ${seed} …`);
  const short = await shrink(writeScript(seed), fails, 200);
  tellRun(await simulate(short));
  say(tellScript(short));
};

function* numbers({ from, seeds, endsAt }: Arguments): Generator<number> {
  for (let seed = from; seed < from + seeds && Date.now() < endsAt; seed += 1) yield seed;
}

const tellProgress = (totals: Totals, seeds: number): void => {
  if (totals.seeds % Math.max(1, Math.floor(seeds / 20)) !== 0) return;
  say(`${totals.seeds} of ${seeds} seeds, ${totals.steps} steps, ${totals.faultsInjected} faults`);
};

const runMany = async (args: Arguments): Promise<Totals> => {
  say(`seeds ${args.from} to ${args.from + args.seeds - 1} on ${args.threads} threads`);
  let totals = noRuns;
  await runSeeds(numbers(args), args.threads, (run) => {
    totals = withRun(totals, run);
    if (run.faults.length > 0) tellRun(run);
    tellProgress(totals, args.seeds);
  });
  return totals;
};

const main = async (): Promise<void> => {
  const args = readArguments();
  if (args.help) return void process.stdout.write(help);
  if (args.seed !== undefined) {
    const seed = positive(args.seed, 'seed');
    const run = await simulate(writeScript(seed));
    tellRun(run);
    if (run.faults.length > 0 && args.shrink) await tellShort(seed);
    process.exitCode = run.faults.length > 0 ? 1 : 0;
    return;
  }
  const totals = await runMany(args);
  const [first] = totals.failedSeeds;
  if (first !== undefined) await tellShort(first);
  process.stdout.write(`${JSON.stringify(totals, undefined, args.json ? 0 : 2)}\n`);
  process.exitCode = first === undefined ? 0 : 1;
};

try {
  await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
