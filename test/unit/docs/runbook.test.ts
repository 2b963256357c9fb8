import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { logFields, logMessages } from '../../../lib/core/model/log-line.ts';
import { type MetricKind, metrics } from '../../../lib/core/model/metric.ts';

const text = await readFile(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');

/** Rows of the tables under a heading, as their cells. */
const rowsUnder = (heading: string): readonly (readonly string[])[] => {
  const start = text.indexOf(`\n## ${heading}\n`);
  const end = text.indexOf('\n## ', start + 1);
  return text
    .slice(start, end === -1 ? undefined : end)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
};

const codes = (cell: string | undefined): readonly string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code ?? []);

describe('docs/runbook.md tells of', () => {
  const lines = rowsUnder('Log lines').map(([first]) => codes(first));

  it('every message, and no other', () => {
    const told = lines
      .flat()
      .filter((code) => !/^[a-z][a-zA-Z0-9]*$/.test(code) || isMessage(code));
    assert.deepEqual(
      [...new Set(told)].filter((code) => code !== 'message').sort(),
      [...logMessages].sort(),
    );
  });

  it('every field of a log line, and no other', () => {
    const told = lines
      .flat()
      .filter((code) => /^[a-z][a-zA-Z0-9]*$/.test(code) && !isMessage(code));
    assert.deepEqual(
      [...new Set(told)].filter((code) => code !== 'message').sort(),
      [...new Set(logFields)].sort(),
    );
  });

  it('every metric with its unit and dimension, and no other', () => {
    const told = rowsUnder('Metrics').flatMap(([names, unit, dimension]) =>
      codes(names).map((name) => [name, unit, codes(dimension)[0]]),
    );
    const written = Object.entries<MetricKind>(metrics).map(([name, { unit, by }]) => [
      name,
      unit,
      by,
    ]);
    assert.deepEqual(told.sort(), written.sort());
  });
});

function isMessage(code: string): boolean {
  return (logMessages as readonly string[]).includes(code);
}

describe('queries of logs', () => {
  /** What the logger and Lambda write beside our own fields, and the language of CloudWatch Logs Insights. */
  const known: ReadonlySet<string> = new Set([
    ...logFields,
    ...['message', 'level', 'service', 'type', 'error', 'cause', 'stack', 'record', 'requestId'],
    ...['status', 'metrics', 'durationMs', 'billedDurationMs', 'maxMemoryUsedMB'],
    ...['timestamp', 'log'],
    ...['filter', 'fields', 'stats', 'sort', 'limit', 'by', 'as', 'and', 'or', 'in', 'like'],
    ...['asc', 'desc', 'count', 'sum', 'avg', 'max', 'min', 'pct', 'latest', 'bin'],
    ...['times', 'why', 'passes', 'longest', 'ms', 'MB', 'calls', 'throttled', 'changes'],
    ...['batches', 'cause', 'kind', 'invocations', 'seconds', 'billedSeconds'],
  ]);
  const queries = [...text.matchAll(/^\s*insights \d+ (['"])([\s\S]*?)\1$/gm)].map(
    ([, , query]) => query ?? '',
  );

  it('there are some', () => assert.ok(queries.length > 25, `${queries.length} queries`));

  for (const query of queries) {
    it(query.slice(0, 100), () => {
      const words = query
        .replace(/\\?"[^"]*"/g, ' ')
        .replace(/\/\^[a-z]+\//g, ' ')
        .match(/[a-zA-Z_][a-zA-Z0-9_]*/g);
      for (const word of words ?? []) {
        if (/^[mhd]$/.test(word)) continue;
        assert.ok(known.has(word), `${word} is no known field`);
      }
      for (const [, message] of query.matchAll(/message = \\?"([^"\\]+)/g)) {
        assert.ok(isMessage(message ?? ''), message);
      }
    });
  }
});
