import type { Resolved } from '../model/observed.ts';
import type { IngressAddress } from '../model/service-object.ts';
import { canonicalAddress } from './ip-address.ts';

/** Addresses of one level, split by family, unique and sorted. */
export type LevelAddresses = {
  readonly A: readonly string[];
  readonly AAAA: readonly string[];
  /** Host names that did not resolve now. */
  readonly unresolved: readonly string[];
};

/** What the addresses of a level come to; an address that is neither IP nor resolvable never spoils the others (W11). */
export const levelAddresses = (
  addresses: readonly IngressAddress[],
  resolved: { readonly [hostname: string]: Resolved },
): LevelAddresses => {
  const texts = addresses.flatMap((address) => {
    if (address.ip !== undefined) return [address.ip];
    if (address.hostname === undefined) return [];
    return resolved[address.hostname]?.addresses ?? [];
  });
  const canonical = texts.flatMap((text) => canonicalAddress(text) ?? []);
  const ofType = (type: 'A' | 'AAAA'): readonly string[] =>
    [
      ...new Set(
        canonical.filter((address) => address.type === type).map((address) => address.value),
      ),
    ].sort();
  return {
    A: ofType('A'),
    AAAA: ofType('AAAA'),
    unresolved: hostNames(addresses).filter((name) => !resolved[name]?.addresses.length),
  };
};

/** Host names among the addresses that have no IP, unique and sorted. */
export const hostNames = (addresses: readonly IngressAddress[]): readonly string[] =>
  [
    ...new Set(
      addresses.flatMap(({ ip, hostname }) =>
        ip === undefined && hostname !== undefined ? [hostname] : [],
      ),
    ),
  ].sort();
