import { connect, isIP } from 'node:net';
import type { DataPlaneProbe } from '../../ports/data-plane-probe.ts';

/** Errors that come from the target or the way to it; all others are this side's own trouble. */
const fromThere: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ETIMEDOUT',
]);

type Attempt = Awaited<ReturnType<DataPlaneProbe['connect']>>;

/** Tries addresses over TCP; a target that says nothing for `timeLimitMs` (3 s unless given) is closed. */
export const createDataPlaneProbe = (
  options: { readonly timeLimitMs?: number } = {},
): DataPlaneProbe => ({
  connect: ({ address, port }, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve('unknown');
      const socket = connect({ host: address, port });
      // A name that is still being looked up when the time is over says nothing about its target.
      let found = isIP(address) !== 0;
      const end = (result: Attempt): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        socket.destroy();
        resolve(result);
      };
      const giveUp = (): void => end('unknown');
      const timer = setTimeout(
        () => end(found ? 'closed' : 'unknown'),
        options.timeLimitMs ?? 3_000,
      );
      signal?.addEventListener('abort', giveUp, { once: true });
      socket.once('lookup', (error) => {
        found = error === null;
      });
      socket.once('connect', () => end('open'));
      socket.on('error', ({ code }: NodeJS.ErrnoException) =>
        end(code !== undefined && fromThere.has(code) ? 'closed' : 'unknown'),
      );
    }),
});
