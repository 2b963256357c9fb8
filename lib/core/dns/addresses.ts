import { distinctTexts, unionOf } from '../model/distinct-texts.ts';
import type { Resolved } from '../model/observed.ts';
import type { IngressAddress } from '../model/service-object.ts';
import { type CanonicalAddress, canonicalAddress } from './ip-address.ts';
import { nameFault } from './service-names.ts';
import { type Turns, takeTurns } from './take-turns.ts';

/**
 * Values that one record set holds (Route 53 quotas; case R32), and both families of a name together: old and new ones must fit into
 * one request of 1,000, as a name is never split.
 */
const room = { set: 400, name: 500 };

/** The addresses of one cluster's load balancer as records take them. */
export type ReadAddresses = {
  /** Addresses by family, those of its host names included. */
  readonly A: readonly string[];
  readonly AAAA: readonly string[];
  /** Canonical, unique and sorted. */
  readonly hostNames: readonly string[];
  /** Those of the host names that did not resolve now. */
  readonly unresolved: readonly string[];
  /** Whether there is an IP among them, and not host names alone. */
  readonly hasIp: boolean;
};

/** Reads what one cluster contributes; what is neither IP nor resolvable never spoils the rest (W11). */
export const readAddresses = (
  addresses: readonly IngressAddress[],
  known: ReadonlyMap<string, Resolved>,
): ReadAddresses => {
  const ips = canonical(addresses.map(({ ip }) => ip));
  const names = hostNames(addresses);
  const found = names.flatMap((name) => known.get(name)?.addresses ?? []);
  const all = [...ips, ...canonical(found)];
  return {
    A: ofType(all, 'A'),
    AAAA: ofType(all, 'AAAA'),
    hostNames: names,
    unresolved: names.filter((name) => !known.get(name)?.addresses.length),
    hasIp: ips.length > 0,
  };
};

const canonical = (texts: readonly (string | undefined)[]): readonly CanonicalAddress[] =>
  texts
    .map((text) => (text === undefined ? undefined : canonicalAddress(text)))
    .filter((address) => address !== undefined);

const ofType = (all: readonly CanonicalAddress[], type: 'A' | 'AAAA'): readonly string[] =>
  all.filter((one) => one.type === type).map(({ value }) => value);

/** Addresses of one level, split by family, unique and sorted. */
export type LevelAddresses = {
  readonly A: readonly string[];
  readonly AAAA: readonly string[];
  /** Host names that did not resolve now. */
  readonly unresolved: readonly string[];
  /** Addresses that no set had room for. */
  readonly left: number;
};

/**
 * What the load balancers of a level, in the order of their clusters' names, come to. Where a set has no room for all, each cluster has
 * its turn.
 */
export const levelAddresses = (contributions: readonly ReadAddresses[]): LevelAddresses => {
  const taken = (limit: number): readonly [four: Turns, six: Turns] => [
    takeTurns(
      contributions.map(({ A }) => A),
      limit,
    ),
    takeTurns(
      contributions.map(({ AAAA }) => AAAA),
      limit,
    ),
  ];
  const [most, mostOfSix] = taken(room.set);
  const both = most.taken.length + mostOfSix.taken.length;
  const [four, six] = both > room.name ? taken(room.name / 2) : [most, mostOfSix];
  return {
    A: four.taken,
    AAAA: six.taken,
    unresolved: unionOf(contributions.map(({ unresolved }) => unresolved)),
    left: four.left + six.left,
  };
};

/** Host names of a level, unique and sorted. */
export const levelHostNames = (contributions: readonly ReadAddresses[]): readonly string[] =>
  unionOf(contributions.map((contribution) => contribution.hostNames));

/** Host names among the addresses that have no IP: canonical, unique and sorted (cases R02, R14). */
export const hostNames = (addresses: readonly IngressAddress[]): readonly string[] =>
  distinctTexts(addresses.map(hostNameOf).filter((name) => name !== undefined));

/** The one of a level's host names if it is all that its load balancers come to; undefined if anything must be merged with it. */
export const soleHostName = (
  hosts: readonly string[],
  contributions: readonly ReadAddresses[],
): string | undefined => {
  const merged = hosts.length > 1 || contributions.some(({ hasIp }) => hasIp);
  return merged ? undefined : hosts[0];
};

// An IP comes before a host name (spec 7.2). What no record could hold is passed over like an IP that is none: a refused batch would
// quote it, and whoever chose it could put another name into the words of the refusal.
const hostNameOf = ({ ip, hostname }: IngressAddress): string | undefined => {
  const name = ip === undefined ? hostname?.toLowerCase().replace(/\.$/, '') : undefined;
  return name === undefined || nameFault(name) !== undefined ? undefined : name;
};
