import { type Fault, faultAt } from './faults.ts';
import type { SettingsFile } from './settings-file.ts';

/** What holds between settings. It is asked only if nothing under the keys that it looks at is at fault by itself. */
export type Check = {
  readonly of: readonly (keyof SettingsFile)[];
  readonly faults: (file: SettingsFile) => readonly Fault[];
};

/** The faults whose condition holds, out of those that may be. */
export const where = (
  ...cases: readonly (readonly [holds: boolean, place: string, message: string])[]
): readonly Fault[] =>
  cases.filter(([holds]) => holds).map(([, place, message]) => faultAt(place, message));
