import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Flag, Words } from '../../lib/cli/command.ts';
import { UsageError } from '../../lib/cli/words/usage-error.ts';
import { minutesMs, refuseTogether, wholeNumber } from '../command/numbers.ts';

const defaultSeeds = 200;
const mostThreads = 256;

/** The flags of `npm run simulate`. */
export const simulateFlags: readonly Flag[] = [
  { name: 'seeds', value: 'N', summary: `how many seeds (default ${defaultSeeds})` },
  {
    name: 'minutes',
    value: 'N',
    summary: 'stop after so many minutes of real time, whatever is left',
  },
  {
    name: 'from',
    value: 'SEED',
    summary: 'the first seed; the others follow it (default: drawn, and printed)',
  },
  {
    name: 'threads',
    value: 'N',
    summary: 'how many at a time (default: as many as there are processors)',
  },
  {
    name: 'json',
    summary: 'print the totals as one line of JSON, and nothing else, to standard output',
  },
  { name: 'seed', value: 'SEED', summary: 'run one seed, and tell what it came to' },
  {
    name: 'shrink',
    summary: 'with --seed: shorten a failing script to what it needs to fail',
  },
];

/** Seeds in a row. */
export type ManySeeds = {
  readonly kind: 'many';
  readonly from: number;
  readonly seeds: number;
  readonly threads: number;
  readonly forMs: number;
  readonly json: boolean;
};

/** What is to be simulated. */
export type Wish =
  | {
      readonly kind: 'one';
      readonly seed: number;
      readonly shrinks: boolean;
      readonly json: boolean;
    }
  | ManySeeds;

/** Reads what the words ask for. Throws `UsageError` for seeds that JavaScript rounds, and for flags that do not go together. */
export const readWish = (words: Words): Wish => {
  const json = words.has('json');
  refuseTogether(words, 'seed', ['seeds', 'from', 'minutes', 'threads']);
  const seed = wholeNumber(words, 'seed', { least: 1 });
  if (seed !== undefined) return { kind: 'one', seed, shrinks: words.has('shrink'), json };
  if (words.has('shrink'))
    throw new UsageError('Cannot use --shrink without --seed: name the seed whose script it is');
  const seeds = wholeNumber(words, 'seeds', { least: 1 }) ?? defaultSeeds;
  const from = wholeNumber(words, 'from', { least: 1 }) ?? randomInt(1, 1_000_000_000);
  if (!Number.isSafeInteger(from + seeds - 1))
    throw new UsageError(
      `Cannot use --seeds ${seeds} from ${from} on: the last seed is at most ${Number.MAX_SAFE_INTEGER}`,
    );
  return {
    kind: 'many',
    from,
    seeds,
    threads:
      wholeNumber(words, 'threads', { least: 1, most: mostThreads }) ?? availableParallelism(),
    forMs: minutesMs(words) ?? Number.POSITIVE_INFINITY,
    json,
  };
};
