import type { Clock } from './clock.ts';
import { drain } from './drain.ts';
import { type Environment, InitFailure, type Outcome } from './environment.ts';

/** Starts one more environment; `environment.ts` does it in production. */
type Start = () => Promise<Environment>;

/** The execution environments of one function. */
export interface EnvironmentPool {
  /**
   * Runs the work in a warm environment, or in a new one if none is idle; `throttled` when `most` are busy.
   * An environment that fails to start gives the outcome `failed`.
   */
  readonly use: (work: (environment: Environment) => Promise<Outcome>) => Promise<Use>;
  readonly closed: () => boolean;
  /** Lets work under way finish for `drainMs`, then ends every environment. */
  readonly close: (drainMs: number) => Promise<void>;
}

type Use = Outcome | { readonly kind: 'throttled' };

/** Creates an empty pool of at most `most` environments. */
export function createEnvironmentPool(most: number, start: Start, clock: Clock): EnvironmentPool {
  const all = new Set<Environment>();
  const idle: Environment[] = [];
  const busy = new Set<Promise<Use>>();
  let closed = false;

  const take = async (): Promise<Environment> => {
    for (let warm = idle.pop(); warm !== undefined; warm = idle.pop()) {
      if (warm.alive()) return warm;
      all.delete(warm);
    }
    const environment = await start();
    all.add(environment);
    return environment;
  };

  const run = async (work: (environment: Environment) => Promise<Outcome>): Promise<Use> => {
    try {
      const environment = await take();
      const outcome = await work(environment);
      if (environment.alive()) idle.push(environment);
      else all.delete(environment);
      return outcome;
    } catch (error) {
      if (error instanceof InitFailure) return { kind: 'failed', error: error.failure };
      throw error;
    }
  };

  return {
    use: async (work) => {
      if (busy.size >= most) return { kind: 'throttled' };
      const use = run(work);
      busy.add(use);
      try {
        return await use;
      } finally {
        busy.delete(use);
      }
    },
    closed: () => closed,
    close: async (drainMs) => {
      closed = true;
      await drain(busy, drainMs, clock);
      await Promise.all([...all].map((environment) => environment.end()));
      await Promise.allSettled(busy);
      await Promise.all([...all].map((environment) => environment.end()));
    },
  };
}
