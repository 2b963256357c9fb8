import type { Invocation, Onlooker } from './invocation.ts';
import type { VirtualTime } from './virtual-time.ts';

/** An invocation that nothing happens to. */
export const calmInvocation = (time: VirtualTime, onlooker: Onlooker): Invocation => {
  const invocation: Invocation = {
    name: 'check',
    clock: time,
    random: () => 0.5,
    signal: new AbortController().signal,
    leaseMs: 40_000,
    isAlive: () => true,
    strikes: () => false,
    call: async (name, args, effect) => {
      onlooker(name, args, invocation);
      return await effect();
    },
  };
  return invocation;
};
