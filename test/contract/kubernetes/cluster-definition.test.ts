import { startKubernetes } from '../../../infra/sandbox/kubernetes/server.ts';
import { clusterDefinitionContract } from './cluster-definition-contract.ts';

clusterDefinitionContract('the sandbox', () =>
  startKubernetes({ name: 'host', now: Date.now, random: Math.random }),
);
