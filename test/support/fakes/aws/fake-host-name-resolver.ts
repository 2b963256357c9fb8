import type { Resolved } from '../../../../lib/core/model/observed.ts';
import type { HostNameResolver } from '../../../../lib/ports/host-name-resolver.ts';
import { type Gate, through } from '../../gate.ts';

/** Host names in memory. */
export type FakeHostNameResolver = HostNameResolver & {
  /** Gives a name its addresses; undefined takes them away. */
  readonly set: (hostname: string, resolved: Resolved | undefined) => void;
};

/** A resolver that knows no name yet. A gate that throws is a name that does not resolve now. */
export const createFakeHostNameResolver = (options: {
  readonly gate: Gate;
}): FakeHostNameResolver => {
  const names = new Map<string, Resolved>();
  return {
    resolve: async (hostname, signal) => {
      try {
        const look = () => names.get(hostname);
        const found = await through(options.gate, 'hostNameResolver.resolve', look);
        return signal?.aborted ? undefined : found;
      } catch {
        return undefined;
      }
    },
    set: (hostname, resolved) => {
      if (resolved) names.set(hostname, resolved);
      else names.delete(hostname);
    },
  };
};
