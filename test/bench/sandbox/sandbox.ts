import type { Bench, Findings, Row } from '../bench.ts';
import { tenths } from './progress.ts';
import { startScale } from './scale.ts';

const defaultServices = 10_000;

/** The whole topology on this machine with many Services: what it takes until everybody sees what changed. */
export const sandboxScale: Bench = {
  name: 'sandbox',
  summary:
    'many Services x 3 clusters in the sandbox: from empty, a cluster drained, a steady resync',
  measure: async ({ services = defaultServices, progress }): Promise<Findings> => {
    const scale = await startScale(services, tenths(progress));
    const rows: Row[] = [];
    const step = async (name: string, act: () => Promise<void>): Promise<void> => {
      progress(name);
      const before = await scale.counts();
      const begin = performance.now();
      await act();
      const seconds = (performance.now() - begin) / 1_000;
      const after = await scale.counts();
      rows.push({
        name,
        figures: {
          seconds,
          passes: after.passes - before.passes,
          route53Calls: after.route53Calls - before.route53Calls,
          rssMb: process.resourceUsage().maxRSS / 1_024,
        },
      });
    };
    try {
      await step('create', scale.create);
      await step('come to rest', scale.rest);
      await step('drain tokyo', scale.drain);
      await step('come to rest again', scale.rest);
      await step('fill tokyo', scale.fill);
      await step('come to rest at last', scale.rest);
      await step('steady resync', scale.resync);
    } finally {
      await scale.close();
    }
    return {
      runs: 1,
      columns: [
        { key: 'seconds', heading: 'seconds', digits: 1 },
        { key: 'passes', heading: 'passes', digits: 0 },
        { key: 'route53Calls', heading: 'Route 53 calls', digits: 0 },
        { key: 'rssMb', heading: 'peak MB so far', digits: 0 },
      ],
      rows,
      targets: [
        { row: 'steady resync', column: 'passes', atMost: 0 },
        { row: 'steady resync', column: 'route53Calls', atMost: 0 },
        { row: 'steady resync', column: 'seconds', atMost: 60 },
      ],
      notes: [
        `${services} Services x 3 clusters: ${services * 9} names. Clusters, AWS, DNS and functions share one process and this machine's cores.`,
        'Times end when the hosted zone has every change; create also waits for the DNS server to answer each global name.',
        'peak MB: of the whole process, emulators and all.',
      ],
    };
  },
};
