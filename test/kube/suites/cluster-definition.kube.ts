import { clusterDefinitionContract } from '../../contract/kubernetes/cluster-definition-contract.ts';
import { startRealClusters } from '../real-clusters.ts';

clusterDefinitionContract('a real API server', async () => {
  const clusters = await startRealClusters();
  const { url } = await clusters.start({ name: 'host' });
  return { url, close: clusters.close };
});
