import type { Allocators } from '../resource.ts';

/** Allocators that remember what was taken and freed through them, so that a refused write can give it back. */
export type Journal = { readonly allocators: Allocators; readonly rollback: () => void };

/** Opens a journal over the server's allocators. */
export function openJournal(allocators: Allocators): Journal {
  const undo: (() => void)[] = [];
  const claim = <T>(value: T, take: (value: T) => string | undefined, free: (value: T) => void) => {
    const refusal = take(value);
    if (refusal === undefined) undo.push(() => free(value));
    return refusal;
  };
  const release = <T>(value: T, free: (value: T) => void, take: (value: T) => unknown) => {
    free(value);
    undo.push(() => take(value));
  };
  return {
    allocators: {
      takeClusterIp: (family) => {
        const ip = allocators.takeClusterIp(family);
        undo.push(() => allocators.freeClusterIp(ip));
        return ip;
      },
      claimClusterIp: (ip) => claim(ip, allocators.claimClusterIp, allocators.freeClusterIp),
      freeClusterIp: (ip) => release(ip, allocators.freeClusterIp, allocators.claimClusterIp),
      takeNodePort: () => {
        const port = allocators.takeNodePort();
        undo.push(() => allocators.freeNodePort(port));
        return port;
      },
      claimNodePort: (port) => claim(port, allocators.claimNodePort, allocators.freeNodePort),
      freeNodePort: (port) => release(port, allocators.freeNodePort, allocators.claimNodePort),
    },
    rollback: () => {
      for (const step of undo.reverse()) step();
      undo.length = 0;
    },
  };
}
