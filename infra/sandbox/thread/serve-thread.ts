import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadFailure, ThreadOrder, ThreadReport } from './thread-messages.ts';

/** What runs in a thread: what its owner learns of it, and what it does when it is told to. */
export type ThreadService<Ready> = {
  readonly ready: Ready;
  readonly orders: { readonly [name: string]: () => Promise<void> };
};

const failureOf = (error: unknown): ThreadFailure => {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = codeOf(error);
  return { message: error.message, ...(code === undefined ? {} : { code }) };
};

/** The code of a system error, which a wrapper has as its cause. */
const codeOf = (error: Error): string | undefined => {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? codeOf(error.cause) : undefined;
};

/**
 * The inside of a thread that `openThread` opened: starts what it is for with the owner's settings, then does what the owner orders until
 * the owner ends it. Throws if it is run outside a thread.
 */
export const serveThread = async <Settings, Ready, Heard = never>(
  start: (settings: Settings, tell: (heard: Heard) => void) => Promise<ThreadService<Ready>>,
): Promise<void> => {
  const port = parentPort;
  if (port === null) throw new Error('Cannot serve a thread: this is none');
  const say = (report: ThreadReport<Ready, Heard>): void => port.postMessage(report);
  try {
    // The owner's side is typed by the same module that calls this one.
    const { ready, orders } = await start(workerData as Settings, (heard) =>
      say({ kind: 'heard', heard }),
    );
    const obey = async ({ id, name }: ThreadOrder): Promise<void> => {
      try {
        const order = orders[name];
        if (order === undefined) throw new Error(`Cannot ${name}: no such order`);
        await order();
        say({ kind: 'done', id });
      } catch (error) {
        say({ kind: 'refused', id, failure: failureOf(error) });
      }
    };
    port.on('message', (order: ThreadOrder) => void obey(order));
    say({ kind: 'ready', ready });
  } catch (error) {
    say({ kind: 'failed', failure: failureOf(error) });
  }
};
