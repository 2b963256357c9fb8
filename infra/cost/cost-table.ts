import { breakEven, defaultUsage, monthlyCost, totalOf, type Usage } from './monthly-cost.ts';

const dollars = (value: number): string => value.toFixed(2);

/** The bill of one federation as a table in Markdown. */
export const billTable = (usage: Usage): readonly string[] => {
  const positions = monthlyCost(usage);
  return [
    '| for | $ a month |',
    '|---|---:|',
    ...positions.map(({ name, dollars: value }) => `| ${name} | ${dollars(value)} |`),
    `| **together** | **${dollars(totalOf(positions))}** |`,
  ];
};

/** The bill by number of Services and time between resyncs as a table in Markdown. */
export const sizeTable = (
  sizes: readonly number[],
  resyncMinutes: readonly number[],
): readonly string[] => {
  const row = (services: number): string => {
    const cells = resyncMinutes.map((minutes) =>
      dollars(totalOf(monthlyCost({ ...defaultUsage, services, resyncMinutes: minutes }))),
    );
    return `| ${services.toLocaleString('en-US')} | ${cells.join(' | ')} |`;
  };
  return [
    `| Services | ${resyncMinutes.map((minutes) => `every ${minutes} min`).join(' | ')} |`,
    `|---:|${resyncMinutes.map(() => '---:|').join('')}`,
    ...sizes.map(row),
  ];
};

/** Where two pods that always run cost as much, by what is assumed, as a list in Markdown. */
export const breakEvenLines = (): readonly string[] =>
  [
    { says: 'with the defaults', usage: defaultUsage },
    {
      says: 'with twenty changes of the names of each Service a day',
      usage: { ...defaultUsage, changesPerDay: 20 },
    },
    { says: 'with a resync an hour', usage: { ...defaultUsage, resyncMinutes: 60 } },
  ].map(({ says, usage }) => `- at ${breakEven(usage).toLocaleString('en-US')} Services ${says}`);
