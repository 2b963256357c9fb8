import type { Server } from 'node:http';

/** Binds a server to 127.0.0.1 and returns its port; 0 asks for a free one. Throws when the port is taken. */
export async function listenOnLoopback(
  server: Server,
  port: number,
  what: string,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: Error): void => {
      reject(new Error(`Cannot start ${what} on port ${port}: ${cause.message}`, { cause }));
    };
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error(`Cannot start ${what}: the server has no port.`);
  }
  return address.port;
}
