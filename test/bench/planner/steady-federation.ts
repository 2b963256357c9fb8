import { ledgerChanges } from '../../../lib/core/dns/ledger-changes.ts';
import type { Cluster, ClusterName } from '../../../lib/core/model/cluster.ts';
import { ingressAnnotation } from '../../../lib/core/model/names.ts';
import type { Observed } from '../../../lib/core/model/observed.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import { serviceWork } from '../../../lib/core/model/work-key.ts';
import { planService } from '../../../lib/core/plan-service.ts';
import { desiredClusterService } from '../../../lib/core/propagation/cluster-service.ts';
import { ingressChange } from '../../../lib/core/status/ingress-annotation.ts';
import { aCluster } from '../../support/builders/cluster.ts';
import { aService, planSettings } from '../../support/builders/service.ts';
import { createServiceStore } from '../../support/fakes/kubernetes/service-store.ts';

/** How large a federation is. */
export type Size = { readonly services: number; readonly clusters: number };

/** How it is told in a row's name. */
export const nameOfSize = ({ services, clusters }: Size): string => `${services} x ${clusters}`;

const now = Date.UTC(2026, 0, 5, 12);

/** Services that are made between two pauses. */
const atOnce = 500;

/**
 * What passes over a federation at rest observe: each Service has a copy with an address of its own and two ready endpoints in each
 * cluster, and names that are published. It pauses now and then. Throws if a pass would change anything.
 */
export const steadyFederation = async (
  { services, clusters }: Size,
  pause: () => Promise<void>,
): Promise<readonly Observed[]> => {
  const members = Array.from({ length: clusters }, (_, at) => aCluster(`c${at}`));
  const federation: Observed[] = [];
  for (let index = 0; index < services; index += 1) {
    if (index % atOnce === 0) await pause();
    federation.push(steadyService(index, members));
  }
  return federation;
};

const steadyService = (index: number, members: readonly Cluster[]): Observed => {
  const service = nthService(index);
  const views = members.map((cluster, at) => {
    // A store a copy, since a store looks through all it has for a port that is free.
    const store = createServiceStore({ cluster: cluster.name, now: () => now });
    store.apply(desiredClusterService(service, planSettings));
    const copy = store.setIngress(service.key, [{ ip: addressOf(index, at) }]);
    return { cluster, view: { kind: 'read', readyEndpoints: 2, service: copy } as const };
  });
  return settled({
    key: service.key,
    now,
    service,
    clusters: views,
    ledger: [],
    resolved: {},
    row: {
      key: serviceWork(service.key),
      generation: 1,
      done: 1,
      fence: 1,
      attempts: 0,
      applied: {},
    },
  });
};

const nthService = (index: number): ServiceObject => {
  const name = `web-${String(index).padStart(5, '0')}`;
  return aService({ key: { namespace: `shop-${index % 20}`, name }, uid: `uid-${name}` });
};

/** An address of 10.0.0.0/8 for a Service of a cluster, each its own. */
const addressOf = (service: number, cluster: number): string =>
  `10.${cluster}.${Math.trunc(service / 256)}.${service % 256}`;

const settled = (observed: Observed & { readonly service: ServiceObject }): Observed => {
  const first = planService(observed, planSettings);
  const text = ingressChange(observed.service.annotations, first.aggregate.ingresses);
  const ledger = first.zones.map(({ zoneId, recordSets }) => ({
    zoneId,
    key: observed.key,
    desired: recordSets,
    desiredVersion: 1,
    applied: recordSets,
    appliedVersion: 1,
    past: [],
    blocked: [],
    attempts: 0,
  }));
  const annotations = text === undefined ? {} : { [ingressAnnotation]: text };
  const rest = { ...observed, ledger, service: { ...observed.service, annotations } };
  assertSteady(rest);
  return rest;
};

const assertSteady = (observed: Observed): void => {
  const { clusterChanges, finalizers, zones } = planService(observed, planSettings);
  const ledger = ledgerChanges(observed.key, zones, observed.ledger, now);
  if (clusterChanges.length > 0 || finalizers !== undefined || ledger.length > 0) {
    throw new Error(`Cannot measure a steady federation: ${observed.key.name} is not at rest`);
  }
};

/** The same federation with no ready endpoint left in one cluster. */
export const withoutCluster = (
  federation: readonly Observed[],
  empty: ClusterName,
): readonly Observed[] =>
  federation.map((observed) => ({
    ...observed,
    clusters: observed.clusters.map(({ cluster, view }) =>
      cluster.name === empty && view.kind === 'read'
        ? { cluster, view: { ...view, readyEndpoints: 0 } }
        : { cluster, view },
    ),
  }));
