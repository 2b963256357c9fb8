import { createStillAtIt } from '../../command/still-at-it.ts';
import type { Bench, Findings, Row } from '../bench.ts';
import { createRandom } from '../shuffle.ts';
import { mostServices } from '../sizes.ts';
import { tenths } from './progress.ts';
import { startScale } from './scale.ts';

const defaultServices = 10_000;

/** The whole topology on this machine with many Services: what it takes until everybody sees what changed. */
export const sandboxScale: Bench = {
  name: 'sandbox',
  summary:
    'many Services x 3 clusters in the sandbox: from empty, a cluster drained, a steady resync',
  services: { least: 1, most: mostServices },
  measure: async ({ services = defaultServices, ...context }): Promise<Findings> => {
    const { begin: tell, beat } = createStillAtIt(context.progress, context.now);
    tell('starting');
    const scale = await startScale(services, {
      progress: tenths(tell),
      beat,
      random: createRandom(context.seed),
      signal: context.signal,
    });
    const rows: Row[] = [];
    const timed = async (name: string, act: () => Promise<Row['figures']>): Promise<void> => {
      tell(name);
      const before = await scale.counts();
      const begin = performance.now();
      const own = await act();
      const seconds = (performance.now() - begin) / 1_000;
      const after = await scale.counts();
      rows.push({
        name,
        figures: {
          seconds,
          passes: after.passes - before.passes,
          route53Calls: after.route53Calls - before.route53Calls,
          sandboxMb: process.resourceUsage().maxRSS / 1_024,
          ...own,
        },
      });
    };
    const step = (name: string, act: () => Promise<void>): Promise<void> =>
      timed(name, async () => {
        await act();
        return {};
      });
    try {
      await step('create', scale.create);
      await step('ask for every name', scale.ask);
      await step('come to rest', scale.rest);
      await step('drain tokyo', scale.drain);
      await step('come to rest again', scale.rest);
      await step('fill tokyo', scale.fill);
      await step('come to rest at last', scale.rest);
      await timed('steady resync', async () => {
        const { seconds, peakMb, cpuSeconds } = await scale.resync();
        // What it asked for would come now.
        await scale.rest();
        return { seconds, functionMb: peakMb, cpu: cpuSeconds };
      });
    } finally {
      await scale.close();
    }
    return {
      runs: 1,
      columns: [
        { key: 'seconds', heading: 'seconds', digits: 1 },
        { key: 'passes', heading: 'passes', digits: 0 },
        { key: 'route53Calls', heading: 'Route 53 calls', digits: 0 },
        { key: 'sandboxMb', heading: 'sandbox MB', digits: 0 },
        { key: 'functionMb', heading: 'function MB', digits: 0 },
        { key: 'cpu', heading: 'function cpu s', digits: 1 },
      ],
      rows,
      targets: [
        { row: 'steady resync', column: 'passes', atMost: 0 },
        { row: 'steady resync', column: 'route53Calls', atMost: 0 },
        { row: 'steady resync', column: 'seconds', atMost: 60 },
        { row: 'steady resync', column: 'functionMb', atMost: 512 },
      ],
      notes: [
        `${services} Services x 3 clusters: ${services * 9} names. Clusters, AWS, DNS and functions are threads of one process and share this machine's cores.`,
        'Times end when the hosted zone has every change. Every name is asked for over DNS, twice: A and AAAA.',
        'sandbox MB: peak so far of the whole process, emulators and all.',
        'steady resync: the bundle in a process of its own, over HTTP, with a heap of 384 MB at most; function MB is the peak of that process.',
      ],
    };
  },
};
