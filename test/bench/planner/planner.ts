import type { Observed } from '../../../lib/core/model/observed.ts';
import { planService } from '../../../lib/core/plan-service.ts';
import { createStillAtIt } from '../../command/still-at-it.ts';
import { turn } from '../../command/turn.ts';
import { planSettings } from '../../support/builders/service.ts';
import type { Bench, Findings, Row } from '../bench.ts';
import { growthExponent } from '../growth.ts';
import { createRandom, shuffle } from '../shuffle.ts';
import { mostServices, sizesUpTo } from '../sizes.ts';
import { spread } from '../statistics.ts';
import { nameOfSize, type Size, steadyFederation, withoutCluster } from './steady-federation.ts';

const defaultRuns = 9;

/** Fewer are planned too fast for the clock of the processor. */
const leastServices = 100;

/** DESIGN: at least 20,000 Services a second on one core; for three clusters, since each cluster more is more to look at. */
const leastPerSecond = 20_000;
/** Linear, but for what a measurement of some milliseconds is off. */
const mostGrowth = 1.1;

/** Plans each Service of a federation, at rest and with one cluster that emptied, on one core. */
export const planner: Bench = {
  name: 'planner',
  summary: 'Services that the pure planner plans a second, and how that grows',
  takesRuns: true,
  services: { least: leastServices, most: mostServices },
  measure: async ({ seed, runs = defaultRuns, services, ...surroundings }): Promise<Findings> => {
    const { progress, now, signal } = surroundings;
    const random = createRandom(seed);
    const { begin, beat } = createStillAtIt(progress, now);
    const pause = async (): Promise<void> => {
      await turn(signal);
      beat();
    };
    const cases: Case[] = [];
    for (const size of sizesUpTo(services)) {
      begin(`making ${nameOfSize(size)}`);
      const steady = await steadyFederation(size, pause);
      cases.push(
        { ...size, name: `${nameOfSize(size)}, at rest`, world: steady },
        { ...size, name: `${nameOfSize(size)}, c1 empty`, world: withoutCluster(steady, 'c1') },
      );
    }
    const times = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
    // The first round is for the compiler.
    for (let round = 0; round <= runs; round += 1) {
      begin(`round ${round} of ${runs}`);
      for (const { name, world } of shuffle(cases, random)) {
        await pause();
        const time = planAll(world);
        if (round > 0) times.get(name)?.push(time);
      }
    }
    const measured = cases.map(({ name, services, clusters }) => ({
      name,
      services,
      clusters,
      ...spread(times.get(name) ?? []),
    }));
    const growths = [3, 10].flatMap((clusters) =>
      ['at rest', 'c1 empty'].flatMap((state): readonly Row[] => {
        const points = measured
          .filter((one) => one.clusters === clusters && one.name.endsWith(state))
          .map(({ services, median }) => ({ size: services, cost: median }));
        if (points.length < 2) return [];
        const name = `growth with N at M = ${clusters}, ${state}`;
        return [{ name, figures: { exponent: growthExponent(points) } }];
      }),
    );
    return {
      runs,
      columns: [
        { key: 'perSecond', heading: 'services/s', digits: 0 },
        { key: 'medianMs', heading: 'cpu ms', digits: 1 },
        { key: 'lowMs', heading: '10 %', digits: 1 },
        { key: 'highMs', heading: '90 %', digits: 1 },
        { key: 'exponent', heading: 'exponent', digits: 2 },
      ],
      rows: [
        ...measured.map(
          ({ name, services, median, low, high }): Row => ({
            name,
            figures: {
              perSecond: (services / median) * 1_000,
              medianMs: median,
              lowMs: low,
              highMs: high,
            },
          }),
        ),
        ...growths,
      ],
      targets: [
        ...measured
          .filter(({ clusters }) => clusters === 3)
          .map(({ name }) => ({ row: name, column: 'perSecond', atLeast: leastPerSecond })),
        ...growths.map(({ name }) => ({ row: name, column: 'exponent', atMost: mostGrowth })),
      ],
      notes: [
        'One plan is all effects of one pass over one Service: copies, status, record sets of every zone, region and globe.',
        'exponent: of the time with the number of Services; 1 is linear.',
      ],
    };
  },
};

type Case = Size & { readonly name: string; readonly world: readonly Observed[] };

/** Milliseconds of processor time for all of them, the collection of garbage included: what else runs on the machine counts little. */
const planAll = (world: readonly Observed[]): number => {
  const begin = process.cpuUsage();
  let sets = 0;
  for (const observed of world) sets += planService(observed, planSettings).zones.length;
  const { user, system } = process.cpuUsage(begin);
  if (sets < world.length) throw new Error('Cannot measure the planner: it planned no names');
  return (user + system) / 1_000;
};
