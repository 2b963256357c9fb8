import { parentPort } from 'node:worker_threads';
import { simulate } from './simulate.ts';
import { writeScript } from './write-script.ts';

/** Runs the seeds that it is told, one by one, and answers each with what it came to. */
parentPort?.on('message', (seed: number) => {
  void simulate(writeScript(seed)).then((run) => parentPort?.postMessage(run));
});
