import type { Column, Row } from './bench.ts';
import type { Report } from './report.ts';

/** A report as text for people: circumstances, a table, targets, notes. */
export const reportTable = (report: Report): string => {
  const { bench, command, seed, runs, machine, columns } = report;
  const heads = ['', ...columns.map(({ heading }) => heading), 'target'];
  const body = report.rows.map((row) => cells(row, report));
  const widths = heads.map((head, index) =>
    Math.max(head.length, ...body.map((line) => line[index]?.length ?? 0)),
  );
  const layOut = (line: readonly string[]): string =>
    line
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        const isText = index === 0 || index === heads.length - 1;
        return isText ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  const { node, architecture, processor, cores, load } = machine;
  return [
    `${bench}: ${runs} runs, seed ${seed}, ${report.at}`,
    `Node ${node} ${architecture}, ${cores} x ${processor}, load ${load.toFixed(1)}`,
    `again: ${command}`,
    '',
    ...[heads, ...body].map(layOut),
    '',
    ...report.notes,
    '',
  ].join('\n');
};

const cells = (row: Row, { columns, targets }: Report): readonly string[] => [
  row.name,
  ...columns.map((column) => cell(row, column)),
  targets
    .filter((target) => target.row === row.name)
    .map((target) => {
      const heading = columns.find(({ key }) => key === target.column)?.heading ?? target.column;
      const limit = 'atMost' in target ? `<= ${target.atMost}` : `>= ${target.atLeast}`;
      return `${target.kept ? 'kept' : 'MISSED'} ${heading} ${limit}`;
    })
    .join(', '),
];

const cell = (row: Row, { key, digits }: Column): string =>
  row.figures[key]?.toFixed(row.digits ?? digits) ?? '';
