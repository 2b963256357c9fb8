import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of the loopback interface that nobody listens on just now. */
export const freePort = async (): Promise<number> => {
  const holder = createServer();
  holder.listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  holder.close();
  await once(holder, 'close');
  if (typeof address !== 'object' || address === null)
    throw new Error('Cannot find a free port: the system named none');
  return address.port;
};
