import type { AuditEvent } from '../../../lib/core/model/audit-event.ts';
import { serviceType } from '../../../lib/core/model/service-object.ts';
import { keyOf, setEndpoints } from '../earth.ts';
import type { Doing } from '../script.ts';
import { later, type Stage, written } from './stage.ts';

/** Registers a cluster, unless it is. */
export const join = ({ cluster, place }: Doing<'join'>, { earth, hear }: Stage): void => {
  const { clusters, member } = earth.kubernetes.world;
  if (clusters.get(cluster) !== undefined) return;
  member(cluster).setNodes([
    {
      'topology.kubernetes.io/region': place.region,
      'topology.kubernetes.io/zone': place.zone,
    },
  ]);
  for (const { uid } of member(cluster).all()) earth.kept.add(uid);
  clusters.put({ name: cluster });
  hear('host', clusterWritten(cluster));
};

/** Deletes a `Cluster`, which waits for its finalizer. */
export const leave = ({ cluster }: Doing<'leave'>, { earth, hear }: Stage): void => {
  earth.kubernetes.world.clusters.remove(cluster);
  hear('host', clusterWritten(cluster));
};

/** Makes a cluster's API silent for a while. */
export const goDark = (deed: Doing<'go-dark'>, stage: Stage): void => {
  const { closed, kubernetes } = stage.earth;
  const member = kubernetes.world.member(deed.cluster);
  member.setReachable(false);
  if (deed.dataPlane === 'closed') closed.add(deed.cluster);
  later(stage, deed.forMs, () => {
    member.setReachable(true);
    closed.delete(deed.cluster);
  });
};

/** Makes a cluster's API take calls and not answer for a while. */
export const hang = (deed: Doing<'hang'>, stage: Stage): void => {
  const member = stage.earth.kubernetes.world.member(deed.cluster);
  member.setHanging(true);
  later(stage, deed.forMs, () => member.setHanging(false));
};

/** Starts or stops pods. */
export const scale = (deed: Doing<'set-endpoints'>, { earth, hear }: Stage): void => {
  setEndpoints(earth, deed.cluster, deed.service, deed.ready);
  hear(deed.cluster, written('endpoints', deed.service));
};

/** Takes the load balancer of a copy away; the cloud makes another one. */
export const moveAddress = (deed: Doing<'move-address'>, { earth, cloudLooks }: Stage): void => {
  const member = earth.kubernetes.world.member(deed.cluster);
  const found = member.get(keyOf(deed.service));
  if (found === undefined || serviceType(found) !== 'LoadBalancer') return;
  member.setIngress(found.key, []);
  cloudLooks(deed.cluster, deed.service);
};

const clusterWritten = (name: string): AuditEvent => {
  const { namespace: _none, ...event } = written('clusters', name);
  return { ...event, apiGroup: 'federation.seamark.dev' };
};
