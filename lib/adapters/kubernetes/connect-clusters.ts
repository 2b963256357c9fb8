import type { EpochMs } from '../../core/model/time.ts';
import type { ClusterProbe } from '../../ports/cluster-probe.ts';
import type { ClusterRegistry } from '../../ports/cluster-registry.ts';
import type { EventRecorder } from '../../ports/event-recorder.ts';
import type { FederatedServices } from '../../ports/federated-services.ts';
import type { MemberClusters } from '../../ports/member-clusters.ts';
import { createClusterAccess } from './cluster-access.ts';
import { createClusterProbe } from './cluster-probe.ts';
import { createClusterRegistry } from './cluster-registry.ts';
import type { CredentialSources } from './credential-sources.ts';
import { createEventRecorder } from './event-recorder.ts';
import { createFederatedServices } from './federated-services.ts';
import { type HostWay, hostLabel, readHostAccess } from './host-access.ts';
import { createMemberClusters } from './member-clusters.ts';
import { createRenewingClient } from './renewing-client.ts';

/** Everything that the host and the members are asked for. */
export type Clusters = {
  readonly services: FederatedServices;
  readonly registry: ClusterRegistry;
  readonly members: MemberClusters;
  readonly probe: ClusterProbe;
  readonly events: EventRecorder;
};

/** How the clusters are reached. */
export type ClustersSettings = {
  readonly host: HostWay;
  readonly secretNamespace: string;
  readonly clientIp?: string;
  readonly sources: CredentialSources;
  readonly now: () => EpochMs;
};

/** The host and the members; connections are opened by the first call of each, and its access is read then. */
export const connectClusters = (settings: ClustersSettings): Clusters => {
  const host = createRenewingClient({
    place: `in ${hostLabel}`,
    read: () => readHostAccess(settings.host, settings.sources),
    now: settings.now,
  });
  const access = createClusterAccess(host, settings);
  return {
    services: createFederatedServices(host),
    registry: createClusterRegistry(host),
    members: createMemberClusters(access),
    probe: createClusterProbe(access),
    events: createEventRecorder(host),
  };
};
