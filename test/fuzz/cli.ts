import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runTarget } from './run-target.ts';
import { targets } from './targets.ts';

const help = `Tries every boundary with hostile input.

Usage: npm run fuzz -- [--minutes <n>] [--seed <seed>] [--only <target>]

  --minutes <n>    go on for so many minutes, with a fresh seed each round (default 1)
  --seed <seed>    one round with this seed
  --only <target>  one of the targets
  --help           this text

Targets: ${targets.map(({ name }) => name).join(', ')}
Ends with 1 if a promise was broken, and tells the smallest case.
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const wanted = targets.filter(({ name }) => values.only === undefined || name === values.only);

/** One round: every target once, each ten times as long as in a short run. */
const round = async (seed: number): Promise<{ cases: number; failures: readonly string[] }> => {
  let cases = 0;
  const failures: string[] = [];
  for (const target of wanted) {
    const count = target.shortRuns * 10;
    const failure = await runTarget(target, seed, count);
    cases += count;
    if (failure !== undefined) failures.push(failure);
  }
  return { cases, failures };
};

const run = async (): Promise<number> => {
  const minutes = Number(values.minutes);
  if (!(minutes > 0) || wanted.length === 0) {
    say(`Cannot fuzz: --minutes takes a number above 0, and --only a target\n\n${help}`);
    return 2;
  }
  const endsAt = Date.now() + minutes * 60_000;
  let total = 0;
  do {
    const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
    const { cases, failures } = await round(seed);
    total += cases;
    say(`seed ${seed}: ${cases} cases, ${failures.length} broken promises; ${total} cases so far`);
    for (const failure of failures) say(`\n${failure}`);
    if (failures.length > 0) return 1;
  } while (values.seed === undefined && Date.now() < endsAt);
  return 0;
};

if (values.help) say(help);
else process.exitCode = await run();
