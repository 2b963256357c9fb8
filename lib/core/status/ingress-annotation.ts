import { isJsonObject, type Json } from '../model/json.ts';
import { ingressAnnotation } from '../model/names.ts';
import type { IngressAddress } from '../model/service-object.ts';

/** Addresses of one cluster; `null` means that it takes part without ready endpoints (spec 2.3). */
export type ClusterIngress = {
  readonly cluster: string;
  readonly items: readonly IngressAddress[] | null;
};

/** The annotation's text: compact JSON, `ip` before `hostname`, `{}` when no cluster takes part (spec 2.3). */
export const formatIngresses = (items: readonly ClusterIngress[]): string => {
  if (items.length === 0) return '{}';
  return JSON.stringify({
    items: items.map(({ cluster, items: addresses }) => ({
      cluster,
      items: addresses === null ? null : addresses.map(({ ip, hostname }) => ({ ip, hostname })),
    })),
  });
};

/** Reads the annotation in its stored order; malformed text reads as empty, so that it is rebuilt (W52). */
export const parseIngresses = (annotations: {
  readonly [key: string]: string;
}): readonly ClusterIngress[] => {
  const value = parseJson(annotations[ingressAnnotation] ?? '{}');
  const items = isJsonObject(value) ? value['items'] : undefined;
  return Array.isArray(items) ? items.flatMap(parseEntry) : [];
};

const parseJson = (text: string): Json => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const parseEntry = (entry: Json): readonly ClusterIngress[] => {
  if (!isJsonObject(entry) || typeof entry['cluster'] !== 'string') return [];
  const items = entry['items'];
  const addresses = Array.isArray(items) ? items.flatMap(parseAddress) : null;
  return [{ cluster: entry['cluster'], items: addresses }];
};

const parseAddress = (address: Json): readonly IngressAddress[] => {
  if (!isJsonObject(address)) return [];
  const { ip, hostname } = address;
  if (isText(ip)) return [isText(hostname) ? { ip, hostname } : { ip }];
  return isText(hostname) ? [{ hostname }] : [];
};

const isText = (value: Json | undefined): value is string =>
  typeof value === 'string' && value !== '';

/** Addresses of one cluster, empty if it has none or does not take part. */
export const ingressOf = (
  items: readonly ClusterIngress[],
  cluster: string,
): readonly IngressAddress[] => items.find((entry) => entry.cluster === cluster)?.items ?? [];

/** The entries with more addresses for one cluster, sorted by cluster name; nothing is de-duplicated (spec 2.3). */
export const addIngress = (
  items: readonly ClusterIngress[],
  cluster: string,
  addresses: readonly IngressAddress[],
): readonly ClusterIngress[] => {
  const joined = [...ingressOf(items, cluster), ...addresses];
  const others = items.filter((entry) => entry.cluster !== cluster);
  return sortByCluster([...others, { cluster, items: joined }]);
};

/** Entries in byte order of their cluster names. */
export const sortByCluster = (items: readonly ClusterIngress[]): readonly ClusterIngress[] =>
  [...items].sort((left, right) => (left.cluster < right.cluster ? -1 : 1));

/**
 * The annotation's new text, undefined if the stored one says the same. Text that is no JSON object is rewritten; an absent annotation
 * stays absent while no cluster takes part.
 */
export const ingressChange = (
  annotations: { readonly [key: string]: string },
  items: readonly ClusterIngress[],
): string | undefined => {
  const stored = annotations[ingressAnnotation];
  if (stored === undefined) return items.length === 0 ? undefined : formatIngresses(items);
  const readable = isJsonObject(parseJson(stored));
  return readable && sameIngresses(parseIngresses(annotations), items)
    ? undefined
    : formatIngresses(items);
};

/** Same clusters with the same addresses; `null` and an empty list say the same. */
export const sameIngresses = (
  left: readonly ClusterIngress[],
  right: readonly ClusterIngress[],
): boolean => normal(left) === normal(right);

const normal = (items: readonly ClusterIngress[]): string =>
  formatIngresses(
    items.map((entry) => ({ ...entry, items: entry.items?.length ? entry.items : null })),
  );

/**
 * True if a cluster has an address that the Service's annotation does not tell yet. A cluster that falls silent keeps the addresses that
 * the annotation tells of it: one that stood in a name alone would be withdrawn then, so no name gets it before it is told.
 */
export const hasNewAddress = (
  { annotations }: { readonly annotations: { readonly [key: string]: string } },
  ingresses: readonly ClusterIngress[],
): boolean => {
  const told = parseIngresses(annotations);
  return ingresses.some((entry) => {
    const known = told.filter(({ cluster }) => cluster === entry.cluster);
    return entry.items !== null && entry.items.length > 0 && !sameIngresses(known, [entry]);
  });
};
