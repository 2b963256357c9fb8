import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { sameMutant, type ToldMutant } from './told-mutant.ts';

const schema = v.strictObject({
  mutants: v.array(
    v.strictObject({
      why: v.pipe(v.string(), v.minLength(20)),
      file: v.string(),
      line: v.string(),
      changes: v.pipe(v.array(v.string()), v.minLength(1)),
    }),
  ),
});

/** Reads `.config/mutants-that-stay.json`: mutants that no test can tell from the code, each with its reason. */
export const readMutantsThatStay = (path: string): readonly ToldMutant[] => {
  const { mutants } = v.parse(schema, JSON.parse(readFileSync(path, 'utf8')));
  return mutants.flatMap(({ file, line, changes }) =>
    changes.map((change) => ({ file, line, change })),
  );
};

/** What is wrong with the list of mutants that stay. */
export type StayFaults = {
  /** Survived, and not listed. */
  readonly unlisted: readonly ToldMutant[];
  /** Listed, and killed or not there any more. */
  readonly outdated: readonly ToldMutant[];
};

/**
 * Compares survivors with the list. One that is listed may also run out of time, as it does on a busy machine.
 *
 * @param files What was mutated; entries of other files are left out of account.
 */
export const stayFaults = (
  found: { readonly survivors: readonly ToldMutant[]; readonly timedOut: readonly ToldMutant[] },
  listed: readonly ToldMutant[],
  files: readonly string[],
): StayFaults => {
  const alive = [...found.survivors, ...found.timedOut];
  return {
    unlisted: found.survivors.filter((one) => !listed.some((other) => sameMutant(one, other))),
    outdated: listed.filter(
      (one) => files.includes(one.file) && !alive.some((other) => sameMutant(one, other)),
    ),
  };
};
