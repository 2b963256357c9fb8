import type { EpochMs } from '../../core/model/time.ts';
import type { ClusterProbe } from '../../ports/cluster-probe.ts';
import type { ClusterRegistry } from '../../ports/cluster-registry.ts';
import type { EventRecorder } from '../../ports/event-recorder.ts';
import type { FederatedServices } from '../../ports/federated-services.ts';
import type { MemberClusters } from '../../ports/member-clusters.ts';
import { createApiClient } from './api-client.ts';
import { createClusterAccess } from './cluster-access.ts';
import { createClusterProbe } from './cluster-probe.ts';
import { createClusterRegistry } from './cluster-registry.ts';
import { createEventRecorder } from './event-recorder.ts';
import { createFederatedServices } from './federated-services.ts';
import { createHostAccess, type HostWay } from './host-access.ts';
import { createMemberClusters } from './member-clusters.ts';

/** Everything that the host and the members are asked for. */
export type Clusters = {
  readonly services: FederatedServices;
  readonly registry: ClusterRegistry;
  readonly members: MemberClusters;
  readonly probe: ClusterProbe;
  readonly events: EventRecorder;
};

/**
 * Opens the host cluster on first use, once an execution environment; an attempt that failed is made again by the next
 * invocation. Throws what `createHostAccess` throws.
 */
export const connectClusters = (settings: {
  readonly host: HostWay;
  readonly secretNamespace: string;
  readonly clientIp?: string;
  readonly now: () => EpochMs;
}): (() => Promise<Clusters>) => {
  let opened: Promise<Clusters> | undefined;
  const open = async (): Promise<Clusters> => {
    const host = createApiClient(await createHostAccess(settings));
    const access = createClusterAccess(host, settings);
    return {
      services: createFederatedServices(host),
      registry: createClusterRegistry(host),
      members: createMemberClusters(access),
      probe: createClusterProbe(access),
      events: createEventRecorder(host),
    };
  };
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
};
