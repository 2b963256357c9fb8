import { cloudSuite } from '../../sandbox/cloud/cloud-suite.ts';
import { startRealClusters } from '../real-clusters.ts';

cloudSuite('a real API server', async (token) => {
  const clusters = await startRealClusters();
  const { server } = await clusters.start({ name: 'tokyo', tokens: [token] });
  return { ...server, close: clusters.close };
});
