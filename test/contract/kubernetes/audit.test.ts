import { after, describe } from 'node:test';
import {
  type KubernetesServer,
  startKubernetes,
} from '../../../infra/sandbox/kubernetes/server.ts';
import { auditContract } from './audit/audit-contract.ts';
import { type AuditSink, startAuditSink } from './audit/audit-sink.ts';
import { policyOf } from './audit/audited-conversation.ts';
import { prepareHost } from './audit/prepare-host.ts';
import { createSpeakers } from './conversations/speakers.ts';

const token = 'operator-token';

describe('audit events', () => {
  const open: (KubernetesServer | AuditSink)[] = [];
  after(() => Promise.all(open.map((each) => each.close())));

  auditContract(
    'the sandbox',
    async (conversation) => {
      const sink = await startAuditSink();
      const audit = {
        url: sink.url,
        token: 'audit',
        policy: policyOf(conversation),
        maxBatchWaitMs: 20,
      };
      const server = await startKubernetes({
        name: 'tokyo',
        now: () => performance.timeOrigin + performance.now(),
        random: Math.random,
        users: { [token]: 'operator' },
        groups: { operator: ['system:masters'] },
        authorization: 'RBAC',
        audit,
      });
      open.unshift(server, sink);
      await prepareHost({ url: server.url, token });
      const speaker = await createSpeakers(server.url)();
      return { ...speaker, token, sink };
    },
    // The emulator cuts no events.
    ({ flags }) => flags === undefined,
  );
});
