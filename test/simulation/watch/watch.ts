import type { Earth } from '../earth.ts';
import type { Onlooker } from '../invocation.ts';
import type { Script } from '../script.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { watchAddresses } from './addresses.ts';
import { watchLeases } from './leases.ts';
import { watchMarkers } from './markers.ts';
import { watchRecords } from './records.ts';
import { watchRelease } from './release.ts';

/** What must hold at every step of every run; a broken promise is told in words. */
export type Watch = {
  readonly onlooker: Onlooker;
  /** Looks at what is truly served now; called whenever the world may have changed. */
  readonly note: () => void;
  readonly broken: () => readonly string[];
};

/** Watches a run. */
export const createWatch = (script: Script, earth: Earth, time: VirtualTime): Watch => {
  const broken: string[] = [];
  const fault = (words: string): void => void broken.push(words);
  const addresses = watchAddresses({ script, earth, time }, fault);
  const onlookers = [
    watchLeases(fault),
    watchMarkers(earth, fault),
    watchRecords(earth, fault, script.driftPolicy),
    watchRelease(script, earth, fault),
    addresses.onlooker,
  ];
  return { onlooker: all(onlookers), note: addresses.note, broken: () => broken };
};

/** Many onlookers as one. */
export const all =
  (onlookers: readonly Onlooker[]): Onlooker =>
  (call, args, by) => {
    const looks = onlookers.flatMap((onlooker) => onlooker(call, args, by) ?? []);
    return looks.length === 0
      ? undefined
      : (result) => {
          for (const look of looks) look(result);
        };
  };
