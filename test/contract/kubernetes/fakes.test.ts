import { clusterProbeContract } from './cluster-probe-contract.ts';
import { clusterRegistryContract } from './cluster-registry-contract.ts';
import { eventRecorderContract } from './event-recorder-contract.ts';
import { startFakeSubject } from './fake-subject.ts';
import { federatedServicesContract } from './federated-services-contract.ts';
import { memberClustersContract } from './member-clusters-contract.ts';

federatedServicesContract('the fakes', startFakeSubject);
clusterRegistryContract('the fakes', startFakeSubject);
memberClustersContract('the fakes', startFakeSubject);
clusterProbeContract('the fakes', startFakeSubject);
eventRecorderContract('the fakes', startFakeSubject);
