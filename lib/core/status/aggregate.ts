import type { ClusterView, ObservedCluster } from '../model/observed.ts';
import { type IngressAddress, type ServiceObject, serviceType } from '../model/service-object.ts';
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
 * that goes (W2, case F06). A cluster that could not be read keeps its last known addresses.
 */
export const aggregate = (
  service: ServiceObject,
  clusters: readonly ObservedCluster[],
  isOurs: (copy: ServiceObject) => boolean,
): Aggregate => {
  if (serviceType(service) !== 'LoadBalancer') return { ingresses: [], status: [] };
  const known = parseIngresses(service.annotations);
  const parts = clusters.map((observed) => fold(observed, known, isOurs));
  return {
    ingresses: sortByCluster(parts.flatMap((part) => part.entry ?? [])),
    status: sortAddresses(parts.flatMap((part) => part.status)),
  };
};

type Part = { readonly entry?: ClusterIngress; readonly status: readonly IngressAddress[] };

const fold = (
  { cluster, view }: ObservedCluster,
  known: readonly ClusterIngress[],
  isOurs: (copy: ServiceObject) => boolean,
): Part => {
  const last = known.find((entry) => entry.cluster === cluster.name);
  const kept = last === undefined ? {} : { entry: last };
  switch (view.kind) {
    case 'not-ready':
      return { ...kept, status: [] };
    case 'unread':
      return { ...kept, status: ingressOf(known, cluster.name) };
    case 'read':
      return foldCopy(cluster.name, view, last !== undefined, isOurs);
  }
};

const foldCopy = (
  cluster: string,
  view: Extract<ClusterView, { kind: 'read' }>,
  tookPart: boolean,
  isOurs: (copy: ServiceObject) => boolean,
): Part => {
  const copy = view.service !== undefined && isOurs(view.service) ? view.service : undefined;
  const ingress = sortAddresses(copy?.ingress ?? []);
  if (ingress.length === 0) {
    return { ...(tookPart ? { entry: { cluster, items: null } } : {}), status: [] };
  }
  return { entry: { cluster, items: view.readyEndpoints > 0 ? ingress : null }, status: ingress };
};

/** By IP, then by host name, as plain text; an absent one sorts first (spec 5.3). */
const sortAddresses = (addresses: readonly IngressAddress[]): readonly IngressAddress[] =>
  [...addresses].sort(
    (left, right) =>
      compareText(left.ip ?? '', right.ip ?? '') ||
      compareText(left.hostname ?? '', right.hostname ?? ''),
  );

const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
