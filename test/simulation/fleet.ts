import { Worker } from 'node:worker_threads';
import type { Run } from './simulate.ts';

/** Runs seeds on that many threads, and hands over each run as it ends; stops once no seed is left. Throws if a thread dies. */
export const runSeeds = async (
  seeds: Iterator<number>,
  threads: number,
  heard: (run: Run) => void,
): Promise<void> => {
  const run = async (): Promise<void> => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    try {
      for (let next = seeds.next(); !next.done; next = seeds.next()) {
        heard(await answer(worker, next.value));
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: threads }, run));
};

const answer = (worker: Worker, seed: number): Promise<Run> =>
  new Promise((resolve, reject) => {
    const died = (error: Error): void =>
      reject(new Error(`Cannot finish seed ${seed}: the thread died`, { cause: error }));
    worker.once('error', died);
    worker.once('message', (run: Run) => {
      worker.off('error', died);
      resolve(run);
    });
    worker.postMessage(seed);
  });
