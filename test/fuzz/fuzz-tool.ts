import { randomInt } from 'node:crypto';
import type { Words } from '../../lib/cli/command.ts';
import { UsageError } from '../../lib/cli/words/usage-error.ts';
import { minutesMs, refuseTogether, wholeNumber } from '../command/numbers.ts';
import { createPace, tellEveryMs } from '../command/pace.ts';
import type { Tool, ToolContext } from '../command/tool.ts';
import { turn } from '../command/turn.ts';
import { runTarget } from './run-target.ts';
import type { FuzzTarget } from './target.ts';
import { targets } from './targets.ts';

/** Seeds are drawn below it; fast-check reads others as one of these. */
const seedsBelow = 2 ** 31;
const minute = 60_000;

const names = (): string => targets.map(({ name }) => name).join(', ');

const targetsCalled = (only: string | undefined): readonly FuzzTarget[] => {
  const wanted = targets.filter(({ name }) => only === undefined || name === only);
  if (wanted.length > 0) return wanted;
  throw new UsageError(`Cannot use ${JSON.stringify(only)} as --only: there are ${names()}`);
};

/** One round: every target once, each ten times as long as in a short run. */
const round = async (
  seed: number,
  wanted: readonly FuzzTarget[],
  { say, signal }: ToolContext,
  isDue: () => boolean,
): Promise<{ cases: number; failures: readonly string[] }> => {
  let cases = 0;
  const failures: string[] = [];
  for (const target of wanted) {
    const count = target.shortRuns * 10;
    await turn(signal);
    if (isDue()) say(`seed ${seed}: ${target.name}, after ${cases} cases`);
    const failure = await runTarget(target, seed, count);
    cases += count;
    if (failure !== undefined) failures.push(failure);
  }
  return { cases, failures };
};

const run = async (words: Words, context: ToolContext): Promise<number> => {
  refuseTogether(words, 'seed', ['minutes']);
  const given = wholeNumber(words, 'seed', { least: 0, most: seedsBelow - 1 });
  const forMs = minutesMs(words) ?? minute;
  const wanted = targetsCalled(words.value('only'));
  const { now } = context;
  const say = (line: string): void => context.out(`${line}\n`);
  const isDue = createPace(tellEveryMs, now);
  const endsAt = now() + forMs;
  let total = 0;
  do {
    const seed = given ?? randomInt(seedsBelow);
    const { cases, failures } = await round(seed, wanted, context, isDue);
    total += cases;
    say(`seed ${seed}: ${cases} cases, ${failures.length} broken promises; ${total} cases so far`);
    for (const failure of failures) say(`\n${failure}`);
    if (failures.length > 0) return 1;
  } while (given === undefined && now() < endsAt);
  return 0;
};

/** `npm run fuzz`. */
export const fuzzTool: Tool = {
  name: 'fuzz',
  summary: 'Tries every boundary with hostile input.',
  usage: ['[--minutes N] [--only TARGET]', '--seed SEED [--only TARGET]'],
  flags: [
    {
      name: 'minutes',
      value: 'N',
      summary: 'go on for so many minutes, with a fresh seed each round (default 1)',
    },
    { name: 'seed', value: 'SEED', summary: 'one round with this seed' },
    { name: 'only', value: 'TARGET', summary: 'one of the targets' },
  ],
  detail: [
    `Targets: ${names()}`,
    'Ends with 1 if a promise was broken, and tells the smallest case.',
  ],
  run,
};
