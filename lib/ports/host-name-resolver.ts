import type { Resolved } from '../core/model/observed.ts';

/** Resolves load-balancer host names to IPv4 and IPv6 addresses. */
export type HostNameResolver = {
  /** Undefined if the name does not resolve now; never throws. */
  readonly resolve: (hostname: string, signal?: AbortSignal) => Promise<Resolved | undefined>;
};
