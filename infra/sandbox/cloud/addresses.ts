import { createHash } from 'node:crypto';
import type { Topology } from '../topology.ts';

/** What a cloud writes into `status.loadBalancer.ingress`: exactly one of the two. */
export type IngressPoint = { readonly ip: string } | { readonly hostname: string };

/** The load-balancer addresses of all members, so that no two Services ever share one. */
export type AddressBook = {
  /**
   * The Service's address in that member: the same one each time, as long as no other Service holds it. Throws when
   * the member's share of the ranges is used up.
   */
  readonly take: (cluster: string, key: string) => IngressPoint;
  readonly release: (cluster: string, key: string) => void;
  /** The load-balancer host names in use, and the address behind each. */
  readonly hostNames: () => readonly { readonly hostname: string; readonly ip: string }[];
};

/** TEST-NET-1, -2 and -3 (RFC 5737). */
const ranges = ['192.0.2', '198.51.100', '203.0.113'];
const hostsPerRange = 254;

/** 198.18.0.0/15, which is kept for benchmarks (RFC 2544): where the documentation addresses of a member do not suffice. */
const spare = { first: (198 << 24) + (18 << 16), size: 2 ** 17 };

type Share = {
  readonly prefix: string;
  readonly first: number;
  readonly size: number;
  readonly spareFirst: number;
  readonly spareSize: number;
  readonly hostSuffix?: string;
  /** Numbers within the share that are in use: documentation addresses, then spare ones. */
  readonly used: { readonly documentation: Set<number>; readonly spare: Set<number> };
  /** Number by the key that holds it. */
  readonly places: Map<string, number>;
};

const sharesOf = (topology: Topology): ReadonlyMap<string, Share> => {
  const perRange = Math.ceil(topology.members.length / ranges.length);
  const size = Math.floor(hostsPerRange / perRange);
  const spareSize = Math.floor(spare.size / topology.members.length);
  return new Map(
    topology.members.map(({ name, region, loadBalancers }, index): [string, Share] => [
      name,
      {
        prefix: ranges[index % ranges.length] ?? '',
        first: 1 + Math.floor(index / ranges.length) * size,
        size,
        spareFirst: spare.first + index * spareSize,
        spareSize,
        ...(loadBalancers === 'hostname' ? { hostSuffix: `.elb.${region}.amazonaws.com` } : {}),
        used: { documentation: new Set(), spare: new Set() },
        places: new Map(),
      },
    ]),
  );
};

const digest = (cluster: string, key: string): string =>
  createHash('sha256').update(`${cluster} ${key}`).digest('hex');

const placeOf = (share: Share, cluster: string, key: string): number => {
  const { used, size, spareSize } = share;
  const wanted = Number.parseInt(digest(cluster, key).slice(0, 8), 16);
  if (used.documentation.size < size) return free(used.documentation, { from: 0, size, wanted });
  if (used.spare.size < spareSize) return free(used.spare, { from: size, size: spareSize, wanted });
  throw new Error(
    `Cannot give ${key} in ${cluster} an address: all ${size} of its documentation addresses and ${spareSize} of its benchmark addresses are in use`,
  );
};

/** A number that is not in use, of which there must be one. */
const free = (
  used: ReadonlySet<number>,
  part: { readonly from: number; readonly size: number; readonly wanted: number },
): number => {
  for (let step = 0; ; step += 1) {
    const place = part.from + ((part.wanted + step) % part.size);
    if (!used.has(place)) return place;
  }
};

const usedOf = ({ used, size }: Share, place: number): Set<number> =>
  place < size ? used.documentation : used.spare;

const addressAt = (share: Share, place: number): string => {
  if (place < share.size) return `${share.prefix}.${share.first + place}`;
  const address = share.spareFirst + place - share.size;
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
};

/** Deals out the documentation ranges, then one for benchmarks: each member has a share of its own in both. */
export const createAddressBook = (topology: Topology): AddressBook => {
  const shares = sharesOf(topology);
  const hostNames = new Map<string, string>();
  const shareOf = (cluster: string): Share => {
    const share = shares.get(cluster);
    if (!share) throw new Error(`Cannot give an address in ${cluster}: no such member`);
    return share;
  };
  const hostNameOf = (share: Share, cluster: string, key: string): string =>
    `${digest(cluster, key).slice(0, 32)}${share.hostSuffix}`;
  return {
    take: (cluster, key) => {
      const share = shareOf(cluster);
      const place = share.places.get(key) ?? placeOf(share, cluster, key);
      usedOf(share, place).add(place);
      share.places.set(key, place);
      const ip = addressAt(share, place);
      if (share.hostSuffix === undefined) return { ip };
      const hostname = hostNameOf(share, cluster, key);
      hostNames.set(hostname, ip);
      return { hostname };
    },
    release: (cluster, key) => {
      const share = shareOf(cluster);
      const place = share.places.get(key);
      if (place !== undefined) usedOf(share, place).delete(place);
      share.places.delete(key);
      hostNames.delete(hostNameOf(share, cluster, key));
    },
    hostNames: () => [...hostNames].map(([hostname, ip]) => ({ hostname, ip })),
  };
};
