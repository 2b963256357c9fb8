import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.minLength(1));

const behaviourGap = v.strictObject({
  /** What it does. */
  does: text,
  /** What AWS does. */
  aws: text,
  /** Where AWS says so. */
  source: text,
  /** Full names of the tests that fail for it, each with a part of the failure's text. */
  shows: v.record(text, text),
  /** Full names of tests that fail for it by chance: they are left out for as long as those of `shows` fail. */
  chance: v.optional(v.array(text), []),
});

const typeGap = v.strictObject({
  /** What becomes of a resource of this type in a stack. */
  does: text,
  /**
   * What the suites do instead: make it by the API of its service, put a resource of another type in its place, or go without it.
   * `leave-out` takes it out of the template, `nothing` and `api` let the stand-in pass over it.
   */
  instead: v.picklist(['api', 'other-type', 'nothing', 'leave-out']),
});

const standInGaps = v.strictObject({
  behaviour: v.array(behaviourGap),
  /** Types that it does not make from a template. */
  resourceTypes: v.record(text, typeGap),
  /** Attributes that it does not know, as `Type.Attribute`, and what becomes of a template that reads them. */
  attributes: v.record(text, text),
});

/** One way in which a stand-in differs from AWS so that tests fail on it. */
export type Gap = v.InferOutput<typeof behaviourGap>;

/** All known differences of one stand-in. */
export type StandInGaps = v.InferOutput<typeof standInGaps>;

const file = new URL('stand-in-gaps.json', import.meta.url);

const noGaps: StandInGaps = { behaviour: [], resourceTypes: {}, attributes: {} };

const gapsFile = v.record(text, standInGaps);

let read: v.InferOutput<typeof gapsFile> | undefined;

/** The differences of a stand-in that stand in `stand-in-gaps.json`: none for one that is not named there. */
export const gapsOf = (standIn: string): StandInGaps => {
  read ??= v.parse(gapsFile, JSON.parse(readFileSync(file, 'utf8')));
  return read[standIn] ?? noGaps;
};
