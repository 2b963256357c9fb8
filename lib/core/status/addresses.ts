import { fingerprint } from '../model/fingerprint.ts';
import type { IngressAddress } from '../model/service-object.ts';

/**
 * Each distinct address once, without empty fields, by IP, then by host name, as plain text; an absent one sorts first (spec 5.3, cases
 * S18 and F26). The order depends on nothing but the addresses.
 */
export const distinctAddresses = (
  addresses: readonly IngressAddress[],
): readonly IngressAddress[] => {
  if (addresses.length < 2) return addresses.map(withoutEmpty);
  const distinct = new Map<string, IngressAddress>();
  for (const address of addresses) {
    const short = withoutEmpty(address);
    distinct.set(markOf(short), short);
  }
  return [...distinct].sort(byAddress).map(([, address]) => address);
};

/** True if both lists tell the same addresses, whatever their order and their empty fields (case F26). */
export const sameAddresses = (
  left: readonly IngressAddress[],
  right: readonly IngressAddress[],
): boolean => marksOf(left) === marksOf(right);

const marksOf = (addresses: readonly IngressAddress[]): string =>
  distinctAddresses(addresses).map(markOf).join();

const withoutEmpty = ({ ip, hostname, ipMode, ports }: IngressAddress): IngressAddress => ({
  ...(ip ? { ip } : {}),
  ...(hostname ? { hostname } : {}),
  ...(ipMode ? { ipMode } : {}),
  ...(ports && ports.length > 0 ? { ports } : {}),
});

// The API fills in `ipMode: VIP` beside an IP (core/v1 LoadBalancerIngress).
const markOf = ({ ip, hostname, ipMode, ports }: IngressAddress): string =>
  JSON.stringify([
    ip ?? null,
    hostname ?? null,
    ipMode ?? (ip === undefined ? null : 'VIP'),
    ports === undefined ? null : fingerprint(ports),
  ]);

type Marked = readonly [mark: string, address: IngressAddress];

// What an address tells beside its names decides between twins, in any order that is always the same.
const byAddress = ([leftMark, left]: Marked, [rightMark, right]: Marked): number =>
  compareText(left.ip ?? '', right.ip ?? '') ||
  compareText(left.hostname ?? '', right.hostname ?? '') ||
  compareText(leftMark, rightMark);

const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
