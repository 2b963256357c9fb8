import { isAlias, type RecordChange } from '../../../lib/core/model/record-set.ts';
import type { ChangeResult } from '../../../lib/ports/record-store.ts';
import { type Earth, servedAt } from '../earth.ts';
import type { Onlooker } from '../invocation.ts';
import type { Script } from '../script.ts';
import type { VirtualTime } from '../virtual-time.ts';

/** How long an observation may take to become a record: a pass, its retries and its publication, each under faults. */
const staleMs = 45 * 60_000;

/**
 * A name loses an address only if that address truly was not served at some time since it was published (or shortly before): a silent
 * API, a failed or a partial read takes none away.
 */
export const watchAddresses = (
  world: { readonly script: Script; readonly earth: Earth; readonly time: VirtualTime },
  fault: (words: string) => void,
): { readonly onlooker: Onlooker; readonly note: () => void } => {
  const { script, earth, time } = world;
  const published = new Map<string, number>();
  const notServed = new Map<string, number>();
  const note = (): void => {
    for (const service of script.services) {
      const served = new Set(servedNow(script, earth, service));
      for (const ip of earth.addresses.keys()) {
        if (!served.has(ip)) notServed.set(`${service} ${ip}`, time.now());
      }
    }
  };
  const follow = (changes: readonly RecordChange[]): void => {
    note();
    const removed = addressesIn(changes, 'DELETE');
    const added = addressesIn(changes, 'CREATE');
    for (const place of added) if (!removed.has(place)) published.set(place, time.now());
    // What a stranger wrote nobody ever served.
    for (const place of [...removed].filter((one) => earth.addresses.has(addressOf(one)))) {
      const since = (published.get(place) ?? 0) - staleMs;
      const last = notServed.get(withoutLevel(place)) ?? Number.NEGATIVE_INFINITY;
      if (!added.has(place) && last < since) {
        fault(`${place} was withdrawn, and it was served all the time`);
      }
    }
  };
  return {
    note,
    onlooker: (call, args) => {
      if (/applyService|deleteService|patchMetadata|writeFinalizers/.test(call)) return note;
      if (call !== 'recordStore.change') return undefined;
      const [, changes] = args as [string, readonly RecordChange[]]; // what that port takes
      return (result) => {
        if ((result as ChangeResult).kind === 'accepted') follow(changes); // what that port answers
      };
    },
  };
};

// By policy a cluster that neither its API nor its addresses answer for is left out.
const servedNow = (script: Script, earth: Earth, service: string): readonly string[] =>
  Object.keys(script.places).flatMap((cluster) =>
    script.offlinePolicy === 'withdraw' && earth.closed.has(cluster)
      ? []
      : servedAt(earth, service, cluster),
  );

/** Addresses in changes of one kind, each as `<name> <address>`. */
const addressesIn = (
  changes: readonly RecordChange[],
  wanted: RecordChange['action'],
): ReadonlySet<string> =>
  new Set(
    changes.flatMap(({ action, recordSet: set }) =>
      action !== wanted || isAlias(set) || set.type === 'CNAME'
        ? []
        : set.values.map((ip) => `${set.name} ${ip}`),
    ),
  );

const addressOf = (place: string): string => place.replace(/^.* /, '');

/** `<service> <address>` of an address at any level. */
const withoutLevel = (place: string): string => place.replace(/\..* /, ' ');
