/**
 * How often each law is tried, as `SEAMARK_LAW_RUNS` says it; a thousand times where it says nothing. Throws for what is no positive whole
 * number: a law that is tried no time holds of anything.
 */
export const readRuns = (asked: string | undefined): number => {
  if (asked === undefined) return 1_000;
  const count = Number(asked);
  if (/^\d+$/.test(asked) && count > 0 && Number.isSafeInteger(count)) return count;
  throw new RangeError(
    `Cannot try the laws ${JSON.stringify(asked)} times: SEAMARK_LAW_RUNS must be a positive whole number, such as 1000`,
  );
};

/**
 * How often each law is tried: `SEAMARK_LAW_RUNS`, or a thousand times. A law that falls prints its seed and the path to the
 * smallest case, which `fc.assert` takes back.
 */
export const runs = { numRuns: readRuns(process.env['SEAMARK_LAW_RUNS']) } as const;
