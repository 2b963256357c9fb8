import type { Member, Topology } from '../../../infra/sandbox/topology.ts';

const at = (name: string, region: string, zones: readonly string[]): Member => ({
  name,
  region,
  zones,
  loadBalancers: 'ip',
});

/**
 * The federation of the cases. Clusters `a`, `f`, `e` and `beta` are those of the vectors; a case that harms a cluster has one of
 * its own in the same place, so that cases can run side by side: names tell places, never clusters.
 */
export const suiteTopology: Topology = {
  federation: 'federation',
  zone: 'example.com',
  members: [
    at('a', 'us-central1', ['us-central1-a']),
    at('f', 'us-central1', ['us-central1-f']),
    at('beta', 'us-west-2', ['us-west-2a', 'us-west-2b', 'us-west-2c']),
    at('leaver', 'europe-west1', ['europe-west1-d']),
    at('flaky', 'europe-west1', ['europe-west1-d']),
    at('bare', 'europe-west1', ['europe-west1-d']),
  ],
};
