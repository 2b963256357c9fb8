import { type Fault, faultAt } from './faults.ts';
import type { SettingsFile } from './settings-file.ts';

/** What of a file could be read, by its places, such as `eksClusters[1].name`. */
export type Reading = {
  /** Whether they, and all that they are in, are of the form that they should have: they may be looked into. */
  readonly open: (...places: readonly string[]) => boolean;
  /** Whether they are at fault in nothing either: their values can be compared with others. */
  readonly sound: (...places: readonly string[]) => boolean;
};

/** What holds between settings. It is asked of what could be read, so that one fault hides no other. */
export type Check = {
  /** Asked only if these are open. */
  readonly open?: readonly string[];
  /** Asked only if these are sound. */
  readonly sound?: readonly string[];
  /** The file has the types of the schema where it is sound, and keys that are there wherever it is open. */
  readonly faults: (file: SettingsFile, reading: Reading) => readonly Fault[];
};

/** The faults whose condition holds, out of those that may be. */
export const where = (
  ...cases: readonly (readonly [holds: boolean, place: string, message: string])[]
): readonly Fault[] =>
  cases.filter(([holds]) => holds).map(([, place, message]) => faultAt(place, message));

/** Faults of the checks that can be asked of a file in which others were found. */
export const checkFaults = (
  checks: readonly Check[],
  file: SettingsFile,
  found: readonly Fault[],
): readonly Fault[] => {
  const reading = readingOf(found);
  return checks
    .filter(({ open = [], sound = [] }) => reading.open(...open) && reading.sound(...sound))
    .flatMap((check) => check.faults(file, reading));
};

const readingOf = (faults: readonly Fault[]): Reading => {
  const faulty = faults.map(({ place }) => place);
  const closed = faults.filter(({ isClosed }) => isClosed).map(({ place }) => place);
  const open = (place: string): boolean => !closed.some((outer) => holds(outer, place));
  const sound = (place: string): boolean =>
    open(place) && !faulty.some((inner) => holds(place, inner));
  return { open: (...places) => places.every(open), sound: (...places) => places.every(sound) };
};

/** Whether one place is the other, or the other is in it. */
const holds = (outer: string, place: string): boolean =>
  place === outer || place.startsWith(`${outer}.`) || place.startsWith(`${outer}[`);
