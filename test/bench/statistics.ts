/** Where the values of a measurement lie. */
export type Spread = {
  readonly median: number;
  /** A tenth of the values lies below. */
  readonly low: number;
  /** A tenth of the values lies above. */
  readonly high: number;
};

/** Median and the tenths at both ends, between neighbours where they fall between two values. Throws if there is no value. */
export const spread = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: at(sorted, 0.5), low: at(sorted, 0.1), high: at(sorted, 0.9) };
};

const at = (sorted: readonly number[], share: number): number => {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) {
    throw new Error('Cannot tell a median: nothing was measured');
  }
  return below + (above - below) * (place - Math.floor(place));
};
