import { conversationsContract } from '../../contract/kubernetes/conversations/conversations-contract.ts';
import { startRealClusters } from '../real-clusters.ts';

conversationsContract('a real API server', async () => {
  const clusters = await startRealClusters();
  const { url } = await clusters.start({ name: 'speaker' });
  return { url, close: clusters.close };
});
