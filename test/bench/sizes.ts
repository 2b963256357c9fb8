import type { Size } from './planner/steady-federation.ts';

/** Addresses of a cluster last for so many Services. */
export const mostServices = 65_536;

const usual = [100, 1_000, 10_000];

/** Sizes to measure, up to a number of Services and with it: the usual ones below, for three clusters and for ten. */
export const sizesUpTo = (services = 10_000): readonly Size[] =>
  [3, 10].flatMap((clusters) =>
    [...usual.filter((each) => each < services), services].map((each) => ({
      services: each,
      clusters,
    })),
  );
