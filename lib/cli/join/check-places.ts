import { createClusterProbe } from '../../adapters/kubernetes/cluster-probe.ts';
import { locationOf } from '../../core/health/location.ts';
import type { Check } from './check.ts';
import type { MemberLook } from './member-look.ts';

const labelNodes =
  'kubectl label node NODE topology.kubernetes.io/region=REGION topology.kubernetes.io/zone=ZONE';

/** Where the cluster is, by the labels of its nodes: names of zones and of the region come from there. */
export const checkPlaces = async ({
  cluster,
  client,
  asFunctions,
  signal,
}: MemberLook): Promise<readonly Check[]> => {
  const what = 'places';
  const probe = createClusterProbe({ clientOf: () => client, close: () => undefined });
  try {
    const nodes = await probe.nodeLabels(cluster, signal);
    if (nodes.length === 0)
      return [
        {
          what,
          verdict: 'warning',
          says: 'it has no nodes, so that nobody knows its region and zones; they are looked for again with every look at its health',
        },
      ];
    const placed = nodes.map((labels) => locationOf([labels], { zones: [] }));
    const { zones, region } = locationOf(nodes, { zones: [] });
    if (zones.length === 0 || region === undefined)
      return [
        {
          what,
          verdict: 'failed',
          says: `none of its ${nodes.length} nodes tells ${region === undefined ? 'a region' : 'a zone'}, and no name could lead to it`,
          repair: labelNodes,
        },
      ];
    const silent = placed.filter((one) => one.zones.length === 0 || one.region === undefined);
    const says = `region ${region}, zones ${zones.join(', ')}`;
    if (silent.length === 0) return [{ what, verdict: 'ok', says }];
    const some = `${says}; ${silent.length} of ${nodes.length} nodes tell neither or one of them`;
    return [{ what, verdict: 'warning', says: some, repair: labelNodes }];
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [{ what, verdict: asFunctions ? 'failed' : 'warning', says }];
  }
};
