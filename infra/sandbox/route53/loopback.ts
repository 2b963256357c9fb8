import type { Server } from 'node:http';

/**
 * Listens on 127.0.0.1 and resolves with the port, a free one for 0.
 *
 * @throws Error if the port is taken
 */
export const listenOnLoopback = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new Error(`Cannot start Route 53 on 127.0.0.1:${port}: ${cause.message}`, { cause }));
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

/** Stops listening and ends every connection. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
