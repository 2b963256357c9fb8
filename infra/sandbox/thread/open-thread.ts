import { Worker } from 'node:worker_threads';
import type { ThreadFailure, ThreadOrder, ThreadReport } from './thread-messages.ts';

/** A thread that runs. */
export type Thread<Ready> = {
  readonly ready: Ready;
  /** Has it do something that it serves, and waits until that is done. Throws what it threw. */
  readonly order: (name: string) => Promise<void>;
  /** Has it close what it is for, by its order `close`, and ends it. */
  readonly close: () => Promise<void>;
  /** Ends it at once; orders under way fail. */
  readonly end: () => Promise<void>;
};

/** What a thread is opened with; settings cross its border as copies. */
export type ThreadOptions<Heard> = {
  /** A module that calls `serveThread`. */
  readonly file: URL;
  readonly settings: unknown;
  readonly onHeard?: (heard: Heard) => void;
};

type Waiting = { readonly resolve: () => void; readonly reject: (error: Error) => void };

const errorOf = ({ message, code }: ThreadFailure): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

/**
 * Opens a thread and waits until what it is for has started. Throws, with the `code` of system errors, if that fails. A thread that
 * breaks down later takes the process with it, as the same code outside a thread would.
 */
export const openThread = <Ready, Heard = never>({
  file,
  settings,
  onHeard,
}: ThreadOptions<Heard>): Promise<Thread<Ready>> => {
  const worker = new Worker(file, { workerData: settings, execArgv: [] });
  const waiting = new Map<number, Waiting>();
  let orders = 0;
  let started = false;
  let ending = false;
  const end = async (): Promise<void> => {
    ending = true;
    await worker.terminate();
  };
  const order = (name: string): Promise<void> =>
    new Promise((resolve, reject) => {
      orders += 1;
      waiting.set(orders, { resolve, reject });
      worker.postMessage({ id: orders, name } satisfies ThreadOrder);
    });
  const close = async (): Promise<void> => {
    await order('close');
    await end();
  };
  const settle = (id: number, failure?: ThreadFailure): void => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) one?.resolve();
    else one?.reject(errorOf(failure));
  };
  return new Promise((resolve, reject) => {
    worker.on('error', (error) => {
      if (started) throw error;
      reject(error);
    });
    worker.on('exit', (code) => {
      const error = new Error(`Cannot go on: the thread of ${file.pathname} ended with ${code}`);
      reject(error);
      for (const one of waiting.values()) one.reject(error);
      if (started && !ending) throw error;
    });
    worker.on('message', (report: ThreadReport<Ready, Heard>) => {
      switch (report.kind) {
        case 'ready':
          started = true;
          resolve({ ready: report.ready, order, close, end });
          return;
        case 'failed':
          reject(errorOf(report.failure));
          void end();
          return;
        case 'done':
          settle(report.id);
          return;
        case 'refused':
          settle(report.id, report.failure);
          return;
        case 'heard':
          onHeard?.(report.heard);
          return;
      }
    });
  });
};
