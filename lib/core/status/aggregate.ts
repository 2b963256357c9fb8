import type { ClusterName } from '../model/cluster.ts';
import type { ClusterView, ObservedCluster } from '../model/observed.ts';
import { type IngressAddress, type ServiceObject, serviceType } from '../model/service-object.ts';
import { distinctAddresses } from './addresses.ts';
import {
  type ClusterIngress,
  ingressOf,
  parseIngresses,
  sortByCluster,
} from './ingress-annotation.ts';

/** What the members' load balancers come to: the source of the annotation, the status and the names alike (W51). */
export type Aggregate = {
  /** One entry for every cluster that takes part, sorted by name. */
  readonly ingresses: readonly ClusterIngress[];
  /** `status.loadBalancer.ingress` of the federated Service. */
  readonly status: readonly IngressAddress[];
};

/**
 * Folds the members' status (spec 5.5, 5.6). A cluster takes part once its copy has an address, and stays in with no address when
 * that goes (W2, case F06). One that is not ready keeps its entry and leaves the status; one that could not be read keeps both.
 */
export const aggregate = (
  service: ServiceObject,
  clusters: readonly ObservedCluster[],
  isOurs: (copy: ServiceObject) => boolean,
): Aggregate => {
  if (serviceType(service) !== 'LoadBalancer') return { ingresses: [], status: [] };
  const known = parseIngresses(service.annotations);
  const parts = clusters.map((observed) => fold(observed, { known, service, isOurs }));
  return {
    ingresses: sortByCluster(parts.flatMap((part) => part.entry ?? [])),
    status: distinctAddresses(parts.flatMap((part) => part.status)),
  };
};

type Part = { readonly entry?: ClusterIngress; readonly status: readonly IngressAddress[] };

type Told = {
  readonly known: readonly ClusterIngress[];
  readonly service: ServiceObject;
  readonly isOurs: (copy: ServiceObject) => boolean;
};

const fold = ({ cluster, view }: ObservedCluster, told: Told): Part => {
  const { known, isOurs } = told;
  const last = known.find((entry) => entry.cluster === cluster.name);
  const kept = last === undefined ? {} : { entry: last };
  switch (view.kind) {
    case 'not-ready':
      return { ...kept, status: [] };
    case 'unread':
      return { ...kept, status: lastTold(cluster.name, told) };
    case 'read':
      return foldCopy(cluster.name, view, last !== undefined, isOurs);
  }
};

// The annotation tells less of an address than the status does.
const lastTold = (cluster: ClusterName, { known, service }: Told): readonly IngressAddress[] =>
  ingressOf(known, cluster).map(
    (address) =>
      service.ingress.find(
        ({ ip, hostname }) => ip === address.ip && hostname === address.hostname,
      ) ?? address,
  );

const foldCopy = (
  cluster: string,
  view: Extract<ClusterView, { kind: 'read' }>,
  tookPart: boolean,
  isOurs: (copy: ServiceObject) => boolean,
): Part => {
  const copy = view.service !== undefined && isOurs(view.service) ? view.service : undefined;
  const ingress = distinctAddresses(copy?.ingress ?? []);
  if (ingress.length === 0) {
    return { ...(tookPart ? { entry: { cluster, items: null } } : {}), status: [] };
  }
  return { entry: { cluster, items: view.readyEndpoints > 0 ? ingress : null }, status: ingress };
};
