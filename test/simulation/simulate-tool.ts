import type { Words } from '../../lib/cli/command.ts';
import { createPace, tellEveryMs } from '../command/pace.ts';
import type { Tool, ToolContext } from '../command/tool.ts';
import { turn } from '../command/turn.ts';
import { runSeeds } from './fleet.ts';
import type { Script } from './script.ts';
import { shrink } from './shrink.ts';
import { type Run, simulate } from './simulate.ts';
import { tellScript } from './tell.ts';
import { noRuns, type Totals, withRun } from './totals.ts';
import { type ManySeeds, readWish, simulateFlags } from './wish.ts';
import { writeScript } from './write-script.ts';

const tellRun = (run: Run, { say }: ToolContext): void => {
  const faults = [...new Set(run.faults)];
  say(`seed ${run.seed}: ${faults.length === 0 ? 'every promise was kept' : 'FAILED'}`);
  for (const fault of faults.slice(0, 20)) say(`  ${fault}`);
};

const tellShort = async (seed: number, context: ToolContext): Promise<void> => {
  const { say, signal } = context;
  say(`shortening the script of seed ${seed} …`);
  const fails = async (script: Script): Promise<boolean> => {
    await turn(signal);
    return (await simulate(script)).faults.length > 0;
  };
  const short = await shrink(writeScript(seed), fails, 200);
  tellRun(await simulate(short), context);
  say(tellScript(short));
};

const runOne = async (
  { seed, shrinks, json }: { seed: number; shrinks: boolean; json: boolean },
  context: ToolContext,
): Promise<number> => {
  const run = await simulate(writeScript(seed));
  tellRun(run, context);
  if (run.faults.length > 0 && shrinks) await tellShort(seed, context);
  if (json) context.out(`${JSON.stringify(withRun(noRuns, run))}\n`);
  return run.faults.length > 0 ? 1 : 0;
};

function* numbers({ from, seeds }: ManySeeds, goesOn: () => boolean): Generator<number> {
  for (let at = 0; at < seeds && goesOn(); at += 1) yield from + at;
}

/** Runs until the seeds or the time is up, or somebody wants it to end; what it came to until then. */
const runMany = async (wish: ManySeeds, context: ToolContext): Promise<Totals> => {
  const { say, now, signal } = context;
  const { from, seeds, threads, forMs } = wish;
  say(`seeds ${from} to ${from + seeds - 1} on ${threads} threads`);
  const endsAt = now() + forMs;
  const isDue = createPace(tellEveryMs, now);
  let totals = noRuns;
  const heard = (run: Run): void => {
    totals = withRun(totals, run);
    if (run.faults.length > 0) tellRun(run, context);
    if (isDue() || totals.seeds % Math.max(1, Math.floor(seeds / 20)) === 0)
      say(
        `${totals.seeds} of ${seeds} seeds, ${totals.steps} steps, ${totals.faultsInjected} faults`,
      );
  };
  const left = numbers(wish, () => now() < endsAt);
  await runSeeds(left, { threads, signal }, heard).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return totals;
};

const run = async (words: Words, context: ToolContext): Promise<number> => {
  const wish = readWish(words);
  if (wish.kind === 'one') return runOne(wish, context);
  const totals = await runMany(wish, context);
  const [first] = totals.failedSeeds;
  try {
    if (first !== undefined && !context.signal.aborted) await tellShort(first, context);
  } finally {
    context.out(`${JSON.stringify(totals, undefined, wish.json ? 0 : 2)}\n`);
  }
  return first === undefined ? 0 : 1;
};

/** `npm run simulate`. */
export const simulateTool: Tool = {
  name: 'simulate',
  summary:
    'Runs the shipped controllers through ten simulated hours of trouble a seed, and checks what must hold at every step.',
  usage: [
    '[--seeds N] [--minutes N] [--from SEED] [--threads N] [--json]',
    '--seed SEED [--shrink] [--json]',
  ],
  flags: simulateFlags,
  detail: [
    'Ends with 1 if a promise was broken; the first failing seed is shortened and told. Ctrl-C ends it with the totals so far.',
  ],
  run,
};
