/** What something cost at one size. */
export type Point = { readonly size: number; readonly cost: number };

/**
 * The exponent with which cost grows with size: 1 is linear, 2 quadratic. The slope of the line of least squares through the logarithms.
 * Throws if there are not two sizes.
 */
export const growthExponent = (points: readonly Point[]): number => {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const meanX = mean(logs.map(({ x }) => x));
  const meanY = mean(logs.map(({ y }) => y));
  const spreadX = logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (spreadX === 0)
    throw new Error('Cannot tell how something grows: it was measured at one size');
  return logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spreadX;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
