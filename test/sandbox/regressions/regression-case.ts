import { readVectors, type VectorCase } from '../../support/read-vectors.ts';
import type { Federation } from './federation.ts';
import type { VectorRecord } from './vector-records.ts';

/** What the cases take from `vectors/regressions.json`; each has its own part of it. */
export type RegressionCase = VectorCase<
  {
    readonly before?: { readonly records?: readonly VectorRecord[] };
    readonly reconcileTimes?: number;
  },
  {
    readonly records?: readonly VectorRecord[];
    readonly withinSeconds?: number;
    readonly offlineWithinSeconds?: number;
    readonly zoneAndRegionNamesFor?: readonly string[];
    readonly globalAddresses?: readonly string[];
    readonly writes?: number;
    readonly reconciled?: readonly string[];
    readonly markedNotReady?: readonly string[];
    readonly event?: { readonly type: string; readonly about: string };
    readonly shardDeleted?: readonly string[];
  }
>;

/** Plays one situation and checks what must come of it. */
export type Play = (federation: Federation, wanted: RegressionCase) => Promise<void>;

/** Plays by the name of their case. */
export type Plays = { readonly [name: string]: Play };

/** All cases of the vector file. */
export const regressionCases: readonly RegressionCase[] = readVectors('regressions');

/** Part of a case that its play cannot do without. */
export const need = <T>(part: T | undefined, what: string): T => {
  if (part === undefined) throw new Error(`Cannot play the case: it has no ${what}`);
  return part;
};
