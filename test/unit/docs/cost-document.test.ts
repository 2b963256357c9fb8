import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { billTable, breakEvenLines, sizeTable } from '../../../infra/cost/cost-table.ts';
import {
  breakEven,
  defaultUsage,
  idleResyncCost,
  monthlyCost,
  totalOf,
} from '../../../infra/cost/monthly-cost.ts';
import { prices } from '../../../infra/cost/prices.ts';

const text = await readFile(new URL('../../../docs/cost.md', import.meta.url), 'utf8');

const partOf = (name: string): string =>
  new RegExp(`<!-- ${name} -->\n([\\s\\S]*?)\n<!-- /${name} -->`).exec(text)?.[1] ?? '';

describe('docs/cost.md says what the formula gives', () => {
  for (const [name, lines] of [
    ['bill', billTable(defaultUsage)],
    ['sizes', sizeTable([100, 1_000, 10_000], [10, 60])],
    ['break-even', breakEvenLines()],
  ] as const) {
    it(name, () => assert.equal(partOf(name), lines.join('\n')));
  }

  it('the prices of the surroundings', () => {
    for (const price of [
      prices.natGateway.toFixed(2),
      prices.interfaceEndpoint.toFixed(2),
      prices.secret.toFixed(2),
      (30.4 * prices.logGb).toFixed(2),
      `$${prices.podPair}`,
      `$${(5 * 1_000 * prices.metric).toLocaleString('en-US')}`,
    ]) {
      assert.ok(text.includes(price), price);
    }
  });
});

it('README.md says where the pair is cheaper', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const services = Math.floor(breakEven(defaultUsage) / 10) * 10;
  assert.match(readme, new RegExp(`at some ${services} Services with the defaults`));
});

describe('the formula', () => {
  it('a resync costs pages, and the table in them', () => {
    const of = (services: number) => idleResyncCost({ services });
    // A hundred times the Services cost some twenty times as much, as most of a small resync is getting ready.
    const growth = of(10_000) / of(100);
    assert.ok(growth > 5 && growth < 100, String(growth));
    assert.ok(of(10_000) * 1e6 < 1_100, String(of(10_000)));
  });

  it('changes grow with Services, and what is idle does not', () => {
    const of = (services: number, name: string) =>
      monthlyCost({ ...defaultUsage, services }).find((one) => one.name === name)?.dollars ?? 0;
    assert.ok(Math.abs(of(2_000, 'changes') - 2 * of(1_000, 'changes')) < 1e-9);
    for (const name of ['looks at the clusters', 'idle queues', 'metrics', 'alarms']) {
      assert.equal(of(2_000, name), of(1_000, name), name);
    }
  });

  it('at the break-even the pair costs as much', () => {
    const services = breakEven(defaultUsage);
    const besides = ['metrics', 'alarms', 'hosted zone'];
    const own = (count: number) =>
      totalOf(
        monthlyCost({ ...defaultUsage, services: count }).filter(
          ({ name }) => !besides.includes(name),
        ),
      );
    assert.ok(own(services) <= prices.podPair && own(services + 1) > prices.podPair);
  });
});
