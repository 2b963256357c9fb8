import type { Size } from '../planner/steady-federation.ts';

/** Levels of names that lead to a cluster: its zone, its region, the globe. */
const levels = 3;

/**
 * Calls that one round over all Services takes where each is a pass by itself, as the original's is: it reads the Service and, of each
 * cluster, its copy and its endpoints; then, a cluster at a time, it looks up each level's name (spec 7, `ensureDnsRecords`), and writes it
 * where it differs. A cluster that empties makes each of them differ once for each cluster that is worked on after it.
 */
export const naiveCalls = ({ services, clusters }: Size) => ({
  kubernetes: services * (1 + 2 * clusters),
  lookUps: services * clusters * levels,
  writes: services * levels,
});
