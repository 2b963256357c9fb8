import { parseArgs } from 'node:util';
import { billTable } from './cost-table.ts';
import { breakEven, defaultUsage, type Usage } from './monthly-cost.ts';

const flags: { readonly [name: string]: { readonly of: keyof Usage; readonly says: string } } = {
  services: { of: 'services', says: 'federated Services' },
  clusters: { of: 'clusters', says: 'member clusters' },
  'resync-minutes': { of: 'resyncMinutes', says: 'between two resyncs' },
  'health-minutes': { of: 'healthMinutes', says: 'between two looks at the clusters' },
  'changes-per-day': { of: 'changesPerDay', says: "changes of a Service's names a day" },
  'invocation-seconds': { of: 'invocationSeconds', says: 'time of an invocation' },
};

const options: { [name: string]: { type: 'string' | 'boolean' } } = {
  ...Object.fromEntries(Object.keys(flags).map((name) => [name, { type: 'string' } as const])),
  help: { type: 'boolean' },
};

const line = (flag: string, says: string): string => `  --${flag.padEnd(24)} ${says}\n`;

const help = `Prints what a federation costs a month, by the formula of docs/cost.md.

Usage: npm run cost -- [flags]

${Object.entries(flags)
  .map(([name, { of, says }]) => line(`${name} N`, `${says} (default: ${defaultUsage[of]})`))
  .join('')}${line('help', 'this text')}`;

const read = (args: string[]): Usage | undefined => {
  const { values } = parseArgs({ args, options });
  if (values['help'] === true) return undefined;
  const given = Object.entries(flags).flatMap(([name, { of }]) => {
    const text = values[name];
    if (text === undefined) return [];
    const value = Number(text);
    if (Number.isFinite(value) && value > 0) return [[of, value] as const];
    throw new Error(`Cannot compute a bill: --${name} ${String(text)} is no number above 0`);
  });
  return { ...defaultUsage, ...Object.fromEntries(given) };
};

try {
  const usage = read(process.argv.slice(2));
  process.stdout.write(
    usage === undefined
      ? help
      : `${billTable(usage).join('\n')}\n\nAs much as two pods that always run at ${breakEven(usage)} Services.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
