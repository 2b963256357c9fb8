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

type Share = {
  readonly prefix: string;
  readonly first: number;
  readonly size: number;
  readonly hostSuffix?: string;
  /** Number within the share -> key that holds it. */
  readonly holders: Map<number, string>;
};

const sharesOf = (topology: Topology): ReadonlyMap<string, Share> => {
  const perRange = Math.ceil(topology.members.length / ranges.length);
  const size = Math.floor(hostsPerRange / perRange);
  return new Map(
    topology.members.map(({ name, region, loadBalancers }, index): [string, Share] => [
      name,
      {
        prefix: ranges[index % ranges.length] ?? '',
        first: 1 + Math.floor(index / ranges.length) * size,
        size,
        ...(loadBalancers === 'hostname' ? { hostSuffix: `.elb.${region}.amazonaws.com` } : {}),
        holders: new Map(),
      },
    ]),
  );
};

const digest = (cluster: string, key: string): string =>
  createHash('sha256').update(`${cluster} ${key}`).digest('hex');

const placeOf = (share: Share, cluster: string, key: string): number => {
  const wanted = Number.parseInt(digest(cluster, key).slice(0, 8), 16) % share.size;
  for (let step = 0; step < share.size; step += 1) {
    const place = (wanted + step) % share.size;
    const holder = share.holders.get(place);
    if (holder === undefined || holder === key) return place;
  }
  throw new Error(
    `Cannot give ${key} in ${cluster} an address: all ${share.size} of its documentation addresses are in use`,
  );
};

const heldBy = (share: Share, key: string): number | undefined =>
  [...share.holders].find(([, holder]) => holder === key)?.[0];

/** Deals out the documentation ranges: each member has a share of its own. */
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
      const place = heldBy(share, key) ?? placeOf(share, cluster, key);
      share.holders.set(place, key);
      const ip = `${share.prefix}.${share.first + place}`;
      if (share.hostSuffix === undefined) return { ip };
      const hostname = hostNameOf(share, cluster, key);
      hostNames.set(hostname, ip);
      return { hostname };
    },
    release: (cluster, key) => {
      const share = shareOf(cluster);
      const place = heldBy(share, key);
      if (place !== undefined) share.holders.delete(place);
      hostNames.delete(hostNameOf(share, cluster, key));
    },
    hostNames: () => [...hostNames].map(([hostname, ip]) => ({ hostname, ip })),
  };
};
