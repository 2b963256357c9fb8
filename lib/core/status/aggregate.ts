import type { ObservedCluster } from '../model/observed.ts';
import { type IngressAddress, type ServiceObject, serviceType } from '../model/service-object.ts';
import { distinctAddresses } from './addresses.ts';
import { type ClusterIngress, parseIngresses, sortByCluster } from './ingress-annotation.ts';

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
  const seen = clusters.map((one) => ({ ...one, ingress: copyIngress(one, isOurs) }));
  // Whoever has an address tells all of itself; of anybody else the annotation is the memory.
  const needsMemory = seen.some(({ ingress }) => ingress.length === 0);
  const known = needsMemory ? parseIngresses(service.annotations) : [];
  const parts = seen.map((one) => fold(one, known, service));
  return {
    ingresses: sortByCluster(
      parts.map(({ entry }) => entry).filter((entry) => entry !== undefined),
    ),
    status: distinctAddresses(parts.flatMap((part) => part.status)),
  };
};

/** A cluster with the addresses that its copy has; none where it could not be read. */
type Seen = ObservedCluster & { readonly ingress: readonly IngressAddress[] };

const copyIngress = (
  { view }: ObservedCluster,
  isOurs: (copy: ServiceObject) => boolean,
): readonly IngressAddress[] => {
  const copy = view.kind === 'read' ? view.service : undefined;
  return copy !== undefined && isOurs(copy) ? distinctAddresses(copy.ingress) : [];
};

type Part = { readonly entry?: ClusterIngress; readonly status: readonly IngressAddress[] };

const fold = (
  { cluster: { name }, view, ingress }: Seen,
  known: readonly ClusterIngress[],
  service: ServiceObject,
): Part => {
  if (view.kind === 'read' && ingress.length > 0) {
    const items = view.readyEndpoints > 0 ? ingress : null;
    return { entry: { cluster: name, items }, status: ingress };
  }
  const last = known.find((entry) => entry.cluster === name);
  if (last === undefined) return { status: [] };
  switch (view.kind) {
    case 'not-ready':
      return { entry: last, status: [] };
    case 'unread':
      return { entry: last, status: lastTold(last, service) };
    case 'read':
      return { entry: { cluster: name, items: null }, status: [] };
  }
};

// The annotation tells less of an address than the status does.
const lastTold = ({ items }: ClusterIngress, service: ServiceObject): readonly IngressAddress[] =>
  (items ?? []).map(
    (address) =>
      service.ingress.find(
        ({ ip, hostname }) => ip === address.ip && hostname === address.hostname,
      ) ?? address,
  );
