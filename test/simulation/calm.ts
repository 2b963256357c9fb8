import type { Clock } from '../../lib/ports/clock.ts';
import type { Invocation, Onlooker } from './invocation.ts';

/** An invocation that nothing happens to. */
export const calmInvocation = (time: Clock, onlooker: Onlooker): Invocation => {
  const invocation: Invocation = {
    name: 'check',
    clock: time,
    random: () => 0.5,
    stopAt: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
    leaseMs: 40_000,
    isAlive: () => true,
    strikes: () => false,
    call: async (name, args, effect) => {
      const look = onlooker(name, args, invocation);
      const result = await effect();
      look?.(result);
      return result;
    },
  };
  return invocation;
};
