import { startKubernetes } from '../../../infra/sandbox/kubernetes/server.ts';
import { conversationsContract } from './conversations/conversations-contract.ts';

conversationsContract('the sandbox', () =>
  startKubernetes({ name: 'tokyo', now: Date.now, random: Math.random }),
);
