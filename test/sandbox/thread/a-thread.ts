/** A thread that does what its settings say, for the tests of threads. */
import { serveThread } from '../../../infra/sandbox/thread/serve-thread.ts';

/** How the thread begins. */
export type Settings = { readonly begins: 'well' | 'with a taken port' };

await serveThread<Settings, { readonly greeting: string }, string>(async ({ begins }, tell) => {
  if (begins === 'with a taken port') {
    const cause = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
    throw new Error('Cannot start', { cause });
  }
  return {
    ready: { greeting: 'hello' },
    orders: {
      speak: async () => tell('spoken'),
      fail: async () => {
        throw new Error('Cannot do that');
      },
      wait: () => new Promise(() => setInterval(() => undefined, 1_000)),
    },
  };
});
