import type { Allocators } from '../resource.ts';
import { parseAddress } from './faults/addresses.ts';
import { createRange, type Range } from './number-range.ts';

/** The cluster IP of the Service `default/kubernetes`, held from the start as the API itself holds it. */
export const API_CLUSTER_IP = '10.96.0.1';

/** First and last port of the range that node ports come from. */
const NODE_PORTS = { first: 30_000, last: 32_767 } as const;

const V4_PREFIX = '10.96.';
const V6_PREFIX = 'fd00:10:96::';
const IP_TAKEN = 'provided IP is already allocated';
// Since 1.33 the ranges are ServiceCIDR objects; older servers name the range instead.
const IP_FOREIGN = 'the provided network does not match the current range';
const PORT_TAKEN = 'provided port is already allocated';
const PORT_FOREIGN = `provided port is not in the valid range. The range of valid ports is ${NODE_PORTS.first}-${NODE_PORTS.last}`;

function v4Of(suffix: number): string {
  return `${V4_PREFIX}${suffix >> 8}.${suffix & 0xff}`;
}

function v6Of(suffix: number): string {
  return `${V6_PREFIX}${suffix.toString(16)}`;
}

function v4Suffix(text: string): number | undefined {
  if (!text.startsWith(V4_PREFIX)) return undefined;
  const [high, low] = text.slice(V4_PREFIX.length).split('.').map(Number);
  return (high ?? 0) * 256 + (low ?? 0);
}

function v6Suffix(text: string): number | undefined {
  if (!text.startsWith(V6_PREFIX)) return undefined;
  const last = text.slice(V6_PREFIX.length);
  return last.includes(':') ? undefined : Number.parseInt(last || '0', 16);
}

type Claimed = { readonly range: Range; readonly suffix: number } | undefined;

function createIpRanges(random: () => number) {
  // The lowest addresses are left to explicit requests; the first and last of the IPv4 network are no hosts.
  const v4 = createRange({ first: 1, last: 0xfffe, reserved: 256 }, random);
  const v6 = createRange({ first: 1, last: 0xffff, reserved: 256 }, random);
  const locate = (ip: string): Claimed => {
    const address = parseAddress(ip);
    if (address === undefined) return undefined;
    const isV4 = address.family === 'IPv4';
    const suffix = isV4 ? v4Suffix(address.text) : v6Suffix(address.text);
    const range = isV4 ? v4 : v6;
    return suffix === undefined || !range.contains(suffix) ? undefined : { range, suffix };
  };
  return { v4, v6, locate };
}

function exhausted(what: string): Error {
  return new Error(`Cannot allocate a ${what}: range is full; delete Services that hold some`);
}

/**
 * Builds the allocators of one cluster: cluster IPs out of 10.96.0.0/16 and fd00:10:96::/112, node ports 30000-32767. Taking from a
 * full range throws. Source: the `ipallocator` and `portallocator` of the Service registry.
 */
export function createAllocators({ random }: { readonly random: () => number }): Allocators {
  const { v4, v6, locate } = createIpRanges(random);
  v4.claim(1);
  const ports = createRange({ ...NODE_PORTS, reserved: 86 }, random);
  return {
    takeClusterIp: (family) => {
      const suffix = family === 'IPv4' ? v4.take() : v6.take();
      if (suffix === undefined) throw exhausted(`cluster IP of ${family}`);
      return family === 'IPv4' ? v4Of(suffix) : v6Of(suffix);
    },
    claimClusterIp: (ip) => {
      const found = locate(ip);
      if (found === undefined) return IP_FOREIGN;
      return found.range.claim(found.suffix) ? undefined : IP_TAKEN;
    },
    freeClusterIp: (ip) => {
      const found = locate(ip);
      found?.range.free(found.suffix);
    },
    takeNodePort: () => {
      const port = ports.take();
      if (port === undefined) throw exhausted('node port');
      return port;
    },
    claimNodePort: (port) => {
      if (!ports.contains(port)) return PORT_FOREIGN;
      return ports.claim(port) ? undefined : PORT_TAKEN;
    },
    freeNodePort: (port) => ports.free(port),
  };
}
