import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Run } from './simulate.ts';

const worker = new URL('./worker.ts', import.meta.url);

/** On what seeds are run. */
export type Fleet = {
  readonly threads: number;
  /** Ends all threads, in the middle of whatever they do. */
  readonly signal: AbortSignal;
  /** What a thread runs: it answers each seed with a {@link Run}. */
  readonly program?: URL;
};

/**
 * Runs seeds on that many threads, and hands over each run as it ends; stops once no seed is left. Rejects with the signal's reason, or
 * with why a thread died, once all of them have ended.
 */
export const runSeeds = async (
  seeds: Iterator<number>,
  { threads, signal, program = worker }: Fleet,
  heard: (run: Run) => void,
): Promise<void> => {
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  const run = async (): Promise<void> => {
    const thread = new Worker(program);
    const ask = asker(thread, stop);
    try {
      for (let next = seeds.next(); !next.done; next = seeds.next()) heard(await ask(next.value));
    } catch (error) {
      failure.abort(error);
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({ length: threads }, run));
  stop.throwIfAborted();
};

const asker = (thread: Worker, stop: AbortSignal): ((seed: number) => Promise<Run>) => {
  const end = new AbortController();
  thread.once('exit', (code) => end.abort(new Error(`it ended with ${code}`)));
  const signal = AbortSignal.any([stop, end.signal]);
  return async (seed) => {
    try {
      const answer = once(thread, 'message', { signal });
      thread.postMessage(seed);
      const [run] = await answer;
      return run;
    } catch (error) {
      stop.throwIfAborted();
      const cause: unknown = signal.aborted ? signal.reason : error;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`Cannot finish seed ${seed}: its thread died: ${reason}`, { cause });
    }
  };
};
