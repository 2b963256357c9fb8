import type { Resolved } from '../model/observed.ts';
import type { Problem } from '../model/plan.ts';
import { compareRecordSets, type RecordSet } from '../model/record-set.ts';
import type { ServiceKey } from '../model/service-key.ts';
import type { PlanSettings } from '../model/settings.ts';
import { levelAddresses } from './addresses.ts';
import { type Contribution, countsAt, type Level, levelsOf } from './contribution.ts';
import { globalName, type NameSettings, nameFault, regionName, zoneName } from './service-names.ts';

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
};

type Settings = Pick<PlanSettings, 'federation' | 'dns'>;

/**
 * The whole record content of one Service (spec 7.1-7.3):
 *
 *   global   P.suffix                  A/AAAA of all          | none: absent
 *      ^
 *   region   P.region.suffix           A/AAAA of the region   | none: CNAME to global
 *      ^
 *   zone     P.zone.region.suffix      A/AAAA of the zone     | none: CNAME to region
 *
 * where P is `<service>.<namespace>.<federation>.svc`.
 */
export const desiredRecordSets = (input: DnsInput, settings: Settings): DnsPlan => {
  if (input.contributions.length === 0) return { recordSets: [], problems: [] };
  const parts = levelsOf(input.contributions).map((level) => planLevel(input, level, settings));
  return {
    recordSets: parts.flatMap((part) => part.recordSets).sort(compareRecordSets),
    problems: [...unlocated(input.contributions), ...parts.flatMap((part) => part.problems)],
  };
};

const planLevel = (input: DnsInput, level: Level, settings: Settings): DnsPlan => {
  const { name, up } = namesOf(input.key, level, settings);
  const fault = nameFault(name);
  if (fault !== undefined) return { recordSets: [], problems: [dnsProblem('InvalidName', fault)] };
  const addresses = levelAddresses(
    input.contributions
      .filter(({ cluster }) => countsAt(cluster, level))
      .flatMap((contribution) => contribution.addresses),
    input.resolved,
  );
  const problems = addresses.unresolved.map((hostname) =>
    dnsProblem('HostNameUnresolved', `${hostname} does not resolve, so ${name} goes without it`),
  );
  const ttlSeconds = settings.dns.ttlSeconds;
  const sets = (['A', 'AAAA'] as const).flatMap((type): readonly RecordSet[] =>
    addresses[type].length > 0 ? [{ name, type, ttlSeconds, values: addresses[type] }] : [],
  );
  if (sets.length > 0) return { recordSets: sets, problems };
  // A failed look-up is no sign that the load balancer is gone.
  const kept = addresses.unresolved.length > 0 ? keptSets(input.previous, name) : [];
  if (kept.length > 0) return { recordSets: kept, problems };
  const fallUp: readonly RecordSet[] =
    up === undefined ? [] : [{ name, type: 'CNAME', ttlSeconds, values: [up] }];
  return { recordSets: fallUp, problems };
};

const keptSets = (previous: readonly RecordSet[], name: string): readonly RecordSet[] =>
  previous.filter((set) => set.name === name && set.type !== 'CNAME');

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

const unlocated = (contributions: readonly Contribution[]): readonly Problem[] =>
  contributions
    .filter(({ cluster }) => cluster.region === undefined)
    .map(({ cluster }) => ({
      ...dnsProblem(
        'LocationUnknown',
        `${cluster.name} has no known region yet: its addresses stand at the global name only`,
      ),
      cluster: cluster.name,
    }));

const dnsProblem = (reason: string, message: string): Problem => ({
  condition: 'DNSInSync',
  reason,
  message,
});
