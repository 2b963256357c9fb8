import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Findings } from './bench.ts';
import { growthExponent } from './growth.ts';
import { reportOf } from './report.ts';
import { reportTable } from './report-table.ts';
import { createRandom, shuffle } from './shuffle.ts';
import { spread } from './statistics.ts';

describe('the spread of values', () => {
  for (const [values, expected] of [
    [[3], { median: 3, low: 3, high: 3 }],
    [[4, 1, 3, 2], { median: 2.5, low: 1.3, high: 3.7 }],
    [[5, 1, 4, 2, 3, 9, 8, 7, 6, 10, 0], { median: 5, low: 1, high: 9 }],
  ] as const) {
    it(`of ${values.join(', ')}`, () => {
      const { median, low, high } = spread(values);
      const rounded = [median, low, high].map((value) => Number(value.toFixed(6)));
      assert.deepEqual(rounded, Object.values(expected));
    });
  }

  it('of nothing is an error', () => {
    assert.throws(() => spread([]), /nothing was measured/);
  });
});

describe('growth', () => {
  const points = (cost: (size: number) => number) =>
    [100, 1_000, 10_000].map((size) => ({ size, cost: cost(size) }));
  for (const [what, cost, exponent] of [
    ['constant', () => 7, 0],
    ['linear', (size: number) => 3 * size, 1],
    ['quadratic', (size: number) => size * size, 2],
  ] as const) {
    it(`that is ${what} has exponent ${exponent}`, () => {
      assert.equal(Number(growthExponent(points(cost)).toFixed(9)), exponent);
    });
  }

  it('can not be told from one size', () => {
    assert.throws(() => growthExponent([{ size: 5, cost: 1 }]), /measured at one size/);
  });
});

describe('an order by chance', () => {
  it('holds the same things, and follows from the seed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat(), (things, seed) => {
        const shuffled = shuffle(things, createRandom(seed));
        assert.deepEqual(shuffled.toSorted(), things.toSorted());
        assert.deepEqual(shuffle(things, createRandom(seed)), shuffled);
      }),
    );
  });

  it('brings each thing to each place about as often', () => {
    const random = createRandom(1);
    const places = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
    for (let round = 0; round < 4_000; round += 1) {
      for (const [place, thing] of shuffle([0, 1, 2, 3], random).entries()) {
        const row = places[thing] ?? [];
        row[place] = (row[place] ?? 0) + 1;
      }
    }
    for (const count of places.flat()) assert.ok(count > 850 && count < 1_150, String(count));
  });
});

describe('a report', () => {
  const findings: Findings = {
    runs: 3,
    columns: [{ key: 'loadMs', heading: 'load ms', digits: 1 }],
    rows: [
      { name: 'one', figures: { loadMs: 12.34 } },
      { name: 'another', figures: { loadMs: 5 } },
      { name: 'growth', figures: { loadMs: 0.984 }, digits: 2 },
    ],
    targets: [
      { row: 'one', column: 'loadMs', atMost: 12 },
      { row: 'another', column: 'loadMs', atMost: 5 },
    ],
    notes: ['Times are not exact.'],
  };
  const told = { bench: 'load', command: 'npm run bench -- load', seed: 7 };
  const report = reportOf(findings, told, Date.UTC(2026, 0, 5));

  it('says what was kept and what was missed', () => {
    assert.deepEqual(
      report.targets.map(({ row, figure, kept }) => [row, figure, kept]),
      [
        ['one', 12.34, false],
        ['another', 5, true],
      ],
    );
  });

  it('is laid out as a table that tells how to get it again', () => {
    const lines = reportTable(report).split('\n');
    assert.equal(lines[0], 'load: 3 runs, seed 7, 2026-01-05T00:00:00.000Z');
    assert.equal(lines[2], 'again: npm run bench -- load');
    assert.deepEqual(lines.slice(4), [
      '         load ms  target',
      'one         12.3  MISSED load ms <= 12',
      'another      5.0  kept load ms <= 5',
      'growth      0.98',
      '',
      'Times are not exact.',
      '',
    ]);
  });

  it('has targets from below too', () => {
    const targets = [
      { row: 'one', column: 'loadMs', atLeast: 12 },
      { row: 'another', column: 'loadMs', atLeast: 6 },
    ];
    const judged = reportOf({ ...findings, targets }, told, 0);
    assert.deepEqual(
      judged.targets.map(({ kept }) => kept),
      [true, false],
    );
    assert.match(reportTable(judged), /^another +5\.0 {2}MISSED load ms >= 6$/m);
  });

  it('refuses a target for what was not measured', () => {
    const targets = [{ row: 'one', column: 'size', atMost: 1 }];
    assert.throws(() => reportOf({ ...findings, targets }, told, 0), /its size was not measured/);
  });
});
