import type { ClusterName } from '../model/cluster.ts';
import { unionOf } from '../model/distinct-texts.ts';
import type { Resolved } from '../model/observed.ts';
import type { Problem } from '../model/plan.ts';
import { compareRecordSets, type RecordSet } from '../model/record-set.ts';
import type { ServiceKey } from '../model/service-key.ts';
import type { PlanSettings } from '../model/settings.ts';
import { type ReadAddresses, readAddresses } from './addresses.ts';
import {
  type Contribution,
  countsAt,
  type Level,
  levelsOf,
  type Place,
  placeOf,
} from './contribution.ts';
import { type LevelFault, levelRecordSets } from './level-record-sets.ts';
import {
  globalName,
  type NameSettings,
  nameFault,
  placeFault,
  regionName,
  zoneName,
} from './service-names.ts';

/** What the names of one Service are made from. */
export type DnsInput = {
  readonly key: ServiceKey;
  readonly contributions: readonly Contribution[];
  readonly resolved: { readonly [hostname: string]: Resolved };
  /** What we wanted before: kept for a name whose only addresses do not resolve now. */
  readonly previous: readonly RecordSet[];
};

/** Desired record sets of one Service, sorted, and what a user should know about them. */
export type DnsPlan = {
  readonly recordSets: readonly RecordSet[];
  readonly problems: readonly Problem[];
  /** Host names whose addresses stand in records, unique and sorted. */
  readonly followed: readonly string[];
};

type Settings = Pick<PlanSettings, 'federation' | 'dns'>;

/**
 * The whole record content of one Service (spec 7.1-7.3):
 *
 *   global   P.suffix                  those of all           | none: absent
 *      ^
 *   region   P.region.suffix           those of the region    | none: CNAME to global
 *      ^
 *   zone     P.zone.region.suffix      those of the zone      | none: CNAME to region
 *
 * where P is `<service>.<namespace>.<federation>.svc`.
 */
export const desiredRecordSets = (input: DnsInput, settings: Settings): DnsPlan => {
  if (input.contributions.length === 0) return { recordSets: [], problems: [], followed: [] };
  const members = membersOf(input);
  const places = members.map(({ place }) => place).filter((place) => place !== undefined);
  const all = { ...input, members };
  const parts = levelsOf(places).map((level) => planLevel(all, level, settings));
  const recordSets: RecordSet[] = [];
  const problems = [...unlocated(members)];
  for (const part of parts) {
    recordSets.push(...part.recordSets);
    problems.push(...part.problems);
  }
  return {
    recordSets: recordSets.sort(compareRecordSets),
    problems,
    followed: unionOf(parts.map(({ followed }) => followed)),
  };
};

/** What one cluster brings, read once for all levels. */
type Member = {
  readonly cluster: ClusterName;
  readonly place?: Place;
  readonly read: ReadAddresses;
};

const membersOf = ({ contributions, resolved }: DnsInput): readonly Member[] => {
  // A host name may be one that every object has a property of.
  const known = new Map(Object.entries(resolved));
  return [...contributions]
    .sort((left, right) => (left.cluster.name < right.cluster.name ? -1 : 1))
    .map(({ cluster, addresses }) => {
      const place = placeOf(cluster);
      const read = readAddresses(addresses, known);
      return { cluster: cluster.name, read, ...(place === undefined ? {} : { place }) };
    });
};

type Members = Pick<DnsInput, 'key' | 'previous'> & { readonly members: readonly Member[] };

const planLevel = (input: Members, level: Level, settings: Settings): DnsPlan => {
  const names = namesOf(input.key, level, settings);
  const fault = levelFault(level, names.name, settings);
  if (fault !== undefined) return { recordSets: [], problems: [dnsProblem(fault)], followed: [] };
  const { previous, members } = input;
  const counting = members.filter(({ place }) => countsAt(place, level));
  const contributions = counting.map(({ read }) => read);
  const sets = levelRecordSets({ ...names, contributions, previous }, settings.dns);
  const { recordSets, followed, faults } = sets;
  return { recordSets, followed, problems: faults.map(dnsProblem) };
};

const levelFault = (level: Level, name: string, { dns }: Settings): LevelFault | undefined => {
  const message = placeFault(level, name) ?? nameFault(name);
  if (message !== undefined) return { reason: 'InvalidName', message };
  const inside = dns.zoneName === undefined || `.${name}`.endsWith(`.${dns.zoneName}`);
  return inside
    ? undefined
    : { reason: 'NameOutsideZone', message: `${name} lies outside hosted zone ${dns.zoneName}` };
};

const namesOf = (
  key: ServiceKey,
  level: Level,
  settings: Settings,
): { readonly name: string; readonly up?: string } => {
  const names: NameSettings = { federation: settings.federation, suffix: settings.dns.suffix };
  switch (level.kind) {
    case 'global':
      return { name: globalName(key, names) };
    case 'region':
      return { name: regionName(key, level.region, names), up: globalName(key, names) };
    case 'zone':
      return { name: zoneName(key, level, names), up: regionName(key, level.region, names) };
  }
};

const unlocated = (members: readonly Member[]): readonly Problem[] =>
  members
    .filter(({ place }) => place === undefined)
    .map(({ cluster }) => ({
      ...dnsProblem({
        reason: 'LocationUnknown',
        message: `${cluster} has no known region yet: its addresses stand at the global name only`,
      }),
      cluster,
    }));

const dnsProblem = (fault: LevelFault): Problem => ({ condition: 'DNSInSync', ...fault });
