import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { Resolved } from '../../core/model/observed.ts';
import type { Ms } from '../../core/model/time.ts';
import type { HostNameResolver } from '../../ports/host-name-resolver.ts';

type Answer = readonly { readonly address: string; readonly ttl: number }[];

/** Codes by which a resolver says that a name has no address of that family (c-ares ENODATA and ENOTFOUND). */
const emptyCodes: ReadonlySet<string> = new Set([NODATA, NOTFOUND]);

/**
 * Resolves by DNS, with the machine's servers unless some are given (`address` or `address:port`). A name counts as
 * resolved only if both families were answered: half an answer would take the other half's records away.
 */
export const createHostNameResolver = (options: {
  readonly servers?: readonly string[];
  /** Per try; there are two. */
  readonly timeoutMs: Ms;
}): HostNameResolver => ({
  resolve: async (hostname, signal) => {
    // One resolver a call, since cancelling one ends everything that it does.
    const resolver = new Resolver({ timeout: options.timeoutMs, tries: 2 });
    if (options.servers) resolver.setServers(options.servers);
    const cancel = (): void => resolver.cancel();
    signal?.addEventListener('abort', cancel);
    try {
      if (signal?.aborted) return undefined;
      const answers = await Promise.all([
        orEmpty(resolver.resolve4(hostname, { ttl: true })),
        orEmpty(resolver.resolve6(hostname, { ttl: true })),
      ]);
      return merge(answers.flat());
    } catch {
      return undefined;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  },
});

const orEmpty = async (lookup: Promise<Answer>): Promise<Answer> => {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof Error && emptyCodes.has(codeOf(error))) return [];
    throw error;
  }
};

const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? '';

const merge = (answers: Answer): Resolved | undefined =>
  answers.length === 0
    ? undefined
    : {
        addresses: [...new Set(answers.map(({ address }) => address))].sort(),
        ttlSeconds: Math.min(...answers.map(({ ttl }) => ttl)),
      };
