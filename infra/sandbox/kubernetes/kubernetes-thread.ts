/** The inside of the thread of one emulated API server. */
import { serveThread } from '../thread/serve-thread.ts';
import { startKubernetes } from './server.ts';
import type { HeardDecision, KubernetesSettings } from './start-in-thread.ts';

await serveThread<
  KubernetesSettings,
  { readonly url: string; readonly port: number },
  HeardDecision
>(async ({ tellsDecisions, ...settings }, tell) => {
  const { url, port, suspend, resume, close } = await startKubernetes({
    ...settings,
    now: Date.now,
    random: Math.random,
    ...(tellsDecisions ? { onDecision: (...heard) => tell(heard) } : {}),
  });
  return { ready: { url, port }, orders: { suspend, resume, close } };
});
