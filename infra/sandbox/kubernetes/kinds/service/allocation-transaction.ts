import type { Allocators } from '../../resource.ts';

/** Allocators whose doings count only once committed. */
export type Transaction = {
  /** Takes and claims at once; what is freed stays held until the commit. */
  readonly allocators: Allocators;
  /** Frees what was marked to be freed. */
  readonly commit: () => void;
  /** Gives back everything that was taken or claimed. */
  readonly revert: () => void;
};

/** Wraps allocators so that a refused write leaves no trace. Source: the transactions of the Service registry. */
export function beginAllocation(allocators: Allocators): Transaction {
  const undo: (() => void)[] = [];
  const later: (() => void)[] = [];
  const freeIp = (ip: string) => allocators.freeClusterIp(ip);
  const freePort = (port: number) => allocators.freeNodePort(port);
  return {
    allocators: {
      takeClusterIp: (family) => {
        const ip = allocators.takeClusterIp(family);
        undo.push(() => freeIp(ip));
        return ip;
      },
      claimClusterIp: (ip) => {
        const refusal = allocators.claimClusterIp(ip);
        if (refusal === undefined) undo.push(() => freeIp(ip));
        return refusal;
      },
      freeClusterIp: (ip) => later.push(() => freeIp(ip)),
      takeNodePort: () => {
        const port = allocators.takeNodePort();
        undo.push(() => freePort(port));
        return port;
      },
      claimNodePort: (port) => {
        const refusal = allocators.claimNodePort(port);
        if (refusal === undefined) undo.push(() => freePort(port));
        return refusal;
      },
      freeNodePort: (port) => later.push(() => freePort(port)),
    },
    commit: () => {
      for (const free of later) free();
    },
    revert: () => {
      for (const free of undo) free();
    },
  };
}
