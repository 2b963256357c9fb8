import { openThread } from '../thread/open-thread.ts';
import type { OnDecision } from './access/authorize.ts';
import type { AuditOptions } from './audit/webhook.ts';
import type { KubernetesOptions, KubernetesServer } from './server.ts';

/** What an emulated API server in a thread of its own is made of. */
export type ThreadedKubernetesOptions = Pick<
  KubernetesOptions,
  'name' | 'port' | 'users' | 'groups' | 'authorization' | 'onDecision'
> & { readonly audit?: Omit<AuditOptions, 'onDrop'> };

/** What crosses the border to the thread. */
export type KubernetesSettings = Omit<ThreadedKubernetesOptions, 'onDecision'> & {
  readonly tellsDecisions: boolean;
};

/** What comes back from it. */
export type HeardDecision = Parameters<OnDecision>;

const file = new URL('./kubernetes-thread.ts', import.meta.url);

/**
 * Starts an emulated API server as `startKubernetes` does, in a thread of its own and on the machine's clock, so that one busy cluster
 * keeps no other one waiting. What it decides is heard a moment later.
 */
export const startKubernetesInThread = async ({
  onDecision,
  ...options
}: ThreadedKubernetesOptions): Promise<KubernetesServer> => {
  const settings: KubernetesSettings = { ...options, tellsDecisions: onDecision !== undefined };
  const { ready, order, close } = await openThread<
    { readonly url: string; readonly port: number },
    HeardDecision
  >({
    file,
    settings,
    ...(onDecision ? { onHeard: (heard) => onDecision(...heard) } : {}),
  });
  return {
    ...ready,
    suspend: () => order('suspend'),
    resume: () => order('resume'),
    close,
  };
};
