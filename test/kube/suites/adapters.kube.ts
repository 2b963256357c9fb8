import { startApiServerSubject } from '../../contract/kubernetes/api-server-subject.ts';
import { clusterProbeContract } from '../../contract/kubernetes/cluster-probe-contract.ts';
import { clusterRegistryContract } from '../../contract/kubernetes/cluster-registry-contract.ts';
import { eventRecorderContract } from '../../contract/kubernetes/event-recorder-contract.ts';
import { federatedServicesContract } from '../../contract/kubernetes/federated-services-contract.ts';
import type { StartSubject } from '../../contract/kubernetes/kubernetes-subject.ts';
import { memberClustersContract } from '../../contract/kubernetes/member-clusters-contract.ts';
import { startRealClusters } from '../real-clusters.ts';

const startRealSubject: StartSubject = async () => {
  const clusters = await startRealClusters();
  const [host, member] = await Promise.all(
    ['host', 'tokyo'].map((name) => clusters.start({ name })),
  );
  return startApiServerSubject({
    host: host?.url ?? '',
    member: member?.url ?? '',
    stop: clusters.close,
  });
};

const name = 'real API servers';

federatedServicesContract(name, startRealSubject);
clusterRegistryContract(name, startRealSubject);
memberClustersContract(name, startRealSubject);
clusterProbeContract(name, startRealSubject);
eventRecorderContract(name, startRealSubject);
