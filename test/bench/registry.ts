import type { Bench } from './bench.ts';
import { coldStart } from './cold-start/cold-start.ts';
import { fleet } from './fleet/fleet.ts';
import { planner } from './planner/planner.ts';
import { sandboxScale } from './sandbox/sandbox.ts';

/** All benches, in the order of the help. A new one is a folder beside this file and a line here. */
export const benches: readonly Bench[] = [planner, fleet, sandboxScale, coldStart];
