import type { KubernetesAssets } from '../../infra/sandbox/control-plane/assets.ts';
import { createTearDown } from '../../infra/sandbox/tear-down.ts';
import { type AuditSink, startAuditSink } from '../contract/kubernetes/audit/audit-sink.ts';
import {
  type AuditedConversation,
  policyOf,
} from '../contract/kubernetes/audit/audited-conversation.ts';
import type { AuditedSpeaker } from '../contract/kubernetes/audit/play-audited.ts';
import { prepareHost } from '../contract/kubernetes/audit/prepare-host.ts';
import { createSpeakers } from '../contract/kubernetes/conversations/speakers.ts';
import { startRealClusters } from './real-clusters.ts';

/** Real API servers for audited conversations: one for each policy and set of flags. */
export type AuditedClusters = {
  readonly speakerFor: (conversation: AuditedConversation) => Promise<AuditedSpeaker>;
  readonly close: () => Promise<void>;
};

type Server = { readonly next: () => Promise<AuditedSpeaker> };

const batchWaitMs = 100;

/** Gets ready to start them; each is a host. */
export const startAuditedClusters = async (
  assets?: Promise<KubernetesAssets>,
): Promise<AuditedClusters> => {
  const tearDown = createTearDown();
  const clusters = await startRealClusters(assets);
  tearDown.add(clusters.close);
  const servers = new Map<string, Server>();
  const start = async (name: string, conversation: AuditedConversation): Promise<Server> => {
    const sink: AuditSink = await startAuditSink();
    tearDown.add(sink.close);
    const { flags = [] } = conversation;
    const audit = {
      url: sink.url,
      token: 'audit',
      policy: policyOf(conversation),
      maxBatchWaitMs: batchWaitMs,
    };
    const { url } = await clusters.start({ name, audit, flags });
    await prepareHost({ url });
    const next = createSpeakers(url);
    return { next: async () => ({ ...(await next()), sink }) };
  };
  return {
    speakerFor: async (conversation) => {
      const { source, policy, flags = [] } = conversation;
      const key = JSON.stringify([source, policy, flags]);
      const server = servers.get(key) ?? (await start(`audited${servers.size}`, conversation));
      servers.set(key, server);
      return server.next();
    },
    close: tearDown.run,
  };
};
