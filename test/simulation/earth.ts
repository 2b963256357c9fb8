import type { ClusterName } from '../../lib/core/model/cluster.ts';
import { federationLabel } from '../../lib/core/model/names.ts';
import type { StoredRecordSet } from '../../lib/core/model/record-set.ts';
import type { ServiceKey } from '../../lib/core/model/service-key.ts';
import { type ServiceObject, serviceType } from '../../lib/core/model/service-object.ts';
import { isFederated } from '../../lib/core/propagation/federated.ts';
import { planSettings } from '../support/builders/service.ts';
import { createFakeFleetLedger } from '../support/fakes/aws/fake-fleet-ledger.ts';
import { createFakeLedger } from '../support/fakes/aws/fake-ledger.ts';
import { createFakeRateShare } from '../support/fakes/aws/fake-rate-share.ts';
import { createFakeRecordStore } from '../support/fakes/aws/fake-record-store.ts';
import { createFakeResyncProgress } from '../support/fakes/aws/fake-resync-progress.ts';
import { createFakeSweepProgress } from '../support/fakes/aws/fake-sweep-progress.ts';
import { createFakeWorkRows } from '../support/fakes/aws/fake-work-rows.ts';
import { createFakeKubernetes } from '../support/fakes/kubernetes/create-fake-kubernetes.ts';
import { openGate } from '../support/gate.ts';
import type { Script } from './script.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The hosted zone of every run. */
export const zoneId = 'Z1';

/** Everything that exists outside the functions: clusters, the zone, the table. */
export const createEarth = (
  script: Pick<Script, 'leaving'>,
  time: VirtualTime,
  options: { readonly pageSize?: number; readonly maxRecordSets?: number } = {},
) => {
  // Small pages, so that the resync has several.
  const { pageSize = 3, ...quota } = options;
  const gate = openGate;
  const rows = createFakeWorkRows({ gate });
  const ledger = createFakeLedger({
    gate,
    ...(options.pageSize === undefined ? {} : { entriesPerPage: options.pageSize }),
  });
  return {
    kubernetes: createFakeKubernetes({ gate, clock: time, pageSize }),
    rows,
    ledger,
    fleetLedger: createFakeFleetLedger({ gate, rows, ledger }),
    progress: createFakeResyncProgress({ gate }),
    rateShare: createFakeRateShare({ gate }),
    sweeps: createFakeSweepProgress({ gate }),
    records: createFakeRecordStore({
      gate,
      zones: [{ id: zoneId, name: 'seamark.example', ...quota }],
    }),
    settings: { ...planSettings, leaving: script.leaving },
    /** Clusters whose published addresses nobody answers at. */
    closed: new Set<ClusterName>(),
    /** The cluster that each address was given out in. */
    addresses: new Map<string, ClusterName>(),
    /** Ready endpoints by `<cluster>/<service>`, as they were set last. */
    endpoints: new Map<string, number>(),
    /** Copies that stood when their cluster was registered anew: nobody takes those away whose Service went meanwhile. */
    kept: new Set<string>(),
    /** What strangers wrote into the zone, by `<name> <type>`. */
    strangers: new Map<string, StoredRecordSet>(),
  };
};

/** What a run is about. */
export type Earth = ReturnType<typeof createEarth>;

/** The key of a Service of the script. */
export const keyOf = (service: string): ServiceKey => ({ namespace: 'shop', name: service });

/** True if Seamark made it. */
export const isOurs = (copy: ServiceObject | undefined): boolean =>
  copy?.labels[federationLabel] !== undefined;

/** The addresses at which a cluster truly serves a federated Service, whatever anybody has seen of it. */
export const servedAt = (
  earth: Earth,
  service: string,
  cluster: ClusterName,
): readonly string[] => {
  const { host, clusters, member } = earth.kubernetes.world;
  const declared = host.get(keyOf(service));
  const registered = clusters.get(cluster);
  if (!declared || !isFederated(declared, earth.settings)) return [];
  if (declared.deletionTimestamp !== undefined || serviceType(declared) !== 'LoadBalancer')
    return [];
  if (!registered || registered.deleting) return [];
  const copy = member(cluster).get(keyOf(service));
  if (!copy || !isOurs(copy) || copy.deletionTimestamp !== undefined) return [];
  if (serviceType(copy) !== 'LoadBalancer') return [];
  if ((earth.endpoints.get(`${cluster}/${service}`) ?? 0) === 0) return [];
  return copy.ingress.flatMap(({ ip }) => ip ?? []);
};

/** Sets how many endpoints of a Service are ready in a cluster. */
export const setEndpoints = (
  earth: Earth,
  cluster: ClusterName,
  service: string,
  ready: number,
): void => {
  earth.endpoints.set(`${cluster}/${service}`, ready);
  earth.kubernetes.world.member(cluster).setEndpoints(keyOf(service), ready);
};
