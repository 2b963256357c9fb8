import type { Resolved } from '../model/observed.ts';
import type { IngressAddress } from '../model/service-object.ts';
import type { Contribution } from './contribution.ts';
import { canonicalAddress } from './ip-address.ts';
import { nameFault } from './service-names.ts';
import { type Turns, takeTurns } from './take-turns.ts';

/**
 * Values that one record set holds (Route 53 quotas; case R32), and both families of a name together: old and new ones must fit into
 * one request of 1,000, as a name is never split.
 */
const room = { set: 400, name: 500 };

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
 * What the load balancers of a level come to once host names are resolved; one that is neither IP nor resolvable never spoils the
 * others (W11). Where a set has no room for all, each cluster has its turn.
 */
export const levelAddresses = (
  contributions: readonly Contribution[],
  resolved: { readonly [hostname: string]: Resolved },
): LevelAddresses => {
  // A host name may be one that every object has a property of.
  const known = new Map(Object.entries(resolved));
  const byCluster = [...contributions]
    .sort((left, right) => (left.cluster.name < right.cluster.name ? -1 : 1))
    .map(({ addresses }) =>
      textsOf(addresses, known).flatMap((text) => canonicalAddress(text) ?? []),
    );
  const ofType = (type: 'A' | 'AAAA', limit: number): Turns =>
    takeTurns(
      byCluster.map((list) => list.filter((one) => one.type === type).map(({ value }) => value)),
      limit,
    );
  const both = ofType('A', room.set).taken.length + ofType('AAAA', room.set).taken.length;
  const limit = both > room.name ? room.name / 2 : room.set;
  const [four, six] = [ofType('A', limit), ofType('AAAA', limit)];
  const names = hostNames(contributions.flatMap(({ addresses }) => addresses));
  return {
    A: four.taken,
    AAAA: six.taken,
    unresolved: names.filter((name) => !known.get(name)?.addresses.length),
    left: four.left + six.left,
  };
};

const textsOf = (
  addresses: readonly IngressAddress[],
  known: ReadonlyMap<string, Resolved>,
): readonly string[] =>
  addresses.flatMap((address) => {
    if (address.ip !== undefined) return [address.ip];
    const hostname = hostNameOf(address);
    return hostname === undefined ? [] : (known.get(hostname)?.addresses ?? []);
  });

/** Host names among the addresses that have no IP: canonical, unique and sorted (cases R02, R14). */
export const hostNames = (addresses: readonly IngressAddress[]): readonly string[] =>
  [...new Set(addresses.flatMap((address) => hostNameOf(address) ?? []))].sort();

/** The host name if it is all that the load balancers of a level come to; undefined if anything must be merged with it. */
export const soleHostName = (contributions: readonly Contribution[]): string | undefined => {
  const addresses = contributions.flatMap((contribution) => contribution.addresses);
  const [first, ...others] = hostNames(addresses);
  const merged =
    others.length > 0 || addresses.some(({ ip }) => ip !== undefined && canonicalAddress(ip));
  return merged ? undefined : first;
};

// An IP comes before a host name (spec 7.2). What no record could hold is passed over like an IP that is none: a refused batch would
// quote it, and whoever chose it could put another name into the words of the refusal.
const hostNameOf = ({ ip, hostname }: IngressAddress): string | undefined => {
  const name = ip === undefined ? hostname?.toLowerCase().replace(/\.$/, '') : undefined;
  return name === undefined || nameFault(name) !== undefined ? undefined : name;
};
