import type { Cluster } from '../../../lib/core/model/cluster.ts';
import type { ClusterView, ObservedCluster } from '../../../lib/core/model/observed.ts';

/** A registered cluster that is ready and has a location, but for what is given. */
export const aCluster = (name: string, given: Partial<Cluster> = {}): Cluster => ({
  name,
  uid: `uid-${name}`,
  resourceVersion: '1',
  labels: {},
  serverAddresses: [{ clientCidr: '0.0.0.0/0', serverAddress: `https://${name}.example.test` }],
  credentials: { kind: 'none' },
  conditions: [
    {
      type: 'Ready',
      status: 'True',
      reason: 'ClusterReady',
      message: '/healthz responded with ok',
      lastProbeTime: '2026-01-05T10:00:00Z',
      lastTransitionTime: '2026-01-05T10:00:00Z',
    },
  ],
  zones: [`${name}-a`],
  region: `region-${name}`,
  finalizers: [],
  deleting: false,
  ...given,
});

/** A cluster that was read and has no copy, but for what is given. */
export const observedCluster = (
  name: string,
  view: Partial<Extract<ClusterView, { kind: 'read' }>> = {},
  given: Partial<Cluster> = {},
): ObservedCluster => ({
  cluster: aCluster(name, given),
  view: { kind: 'read', readyEndpoints: 0, ...view },
});
