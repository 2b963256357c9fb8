import { startKubernetes } from '../../../infra/sandbox/kubernetes/server.ts';
import { startApiServerSubject } from './api-server-subject.ts';
import { clusterProbeContract } from './cluster-probe-contract.ts';
import { clusterRegistryContract } from './cluster-registry-contract.ts';
import { eventRecorderContract } from './event-recorder-contract.ts';
import { federatedServicesContract } from './federated-services-contract.ts';
import type { StartSubject } from './kubernetes-subject.ts';
import { memberClustersContract } from './member-clusters-contract.ts';

const startSandboxSubject: StartSubject = async () => {
  const options = { now: () => Date.now(), random: () => Math.random() };
  const host = await startKubernetes({ name: 'host', ...options });
  const member = await startKubernetes({ name: 'tokyo', ...options });
  return startApiServerSubject({
    host: host.url,
    member: member.url,
    stop: async () => {
      await host.close();
      await member.close();
    },
  });
};

federatedServicesContract('the sandbox', startSandboxSubject);
clusterRegistryContract('the sandbox', startSandboxSubject);
memberClustersContract('the sandbox', startSandboxSubject);
clusterProbeContract('the sandbox', startSandboxSubject);
eventRecorderContract('the sandbox', startSandboxSubject);
