import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Script } from './script.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulate.ts';
import { noRuns, withRun } from './totals.ts';
import { writeScript } from './write-script.ts';

const fixed = { from: 1, count: 40 };
const fresh = { from: randomInt(1_000, 1_000_000_000), count: 20 };

const runAll = async ({ from, count }: typeof fixed) => {
  let totals = noRuns;
  for (let seed = from; seed < from + count; seed += 1) {
    const run = await simulate(writeScript(seed));
    totals = withRun(totals, run);
    assert.deepEqual(run.faults, [], `replay with: npm run simulate -- --seed ${seed} --shrink`);
  }
  return totals;
};

describe('ten hours of trouble a seed', () => {
  it(`seeds ${fixed.from} to ${fixed.count}: every promise is kept`, async (test) => {
    const totals = await runAll(fixed);
    test.diagnostic(JSON.stringify(totals));
    assert.ok(totals.faultsInjected > 20 * fixed.count, `${totals.faultsInjected} faults`);
    assert.ok(Object.keys(totals.faultsByKind).length >= 10, 'some kind of fault never happened');
  });

  it(`${fresh.count} fresh seeds from ${fresh.from}: every promise is kept`, async (test) => {
    test.diagnostic(`seeds ${fresh.from} to ${fresh.from + fresh.count - 1}`);
    await runAll(fresh);
  });

  it('seed 518, which found an address in a name that no annotation told', async () => {
    await runAll({ from: 518, count: 1 });
  });

  it('seed 28, which found a pass that died after it named a new address and before it told of it', async () => {
    await runAll({ from: 28, count: 1 });
  });

  it('the same script runs the same way twice', async () => {
    const script = writeScript(7);
    assert.deepEqual(await simulate(script), await simulate(script));
  });
});

describe('a failing script', () => {
  it('is cut down to what it needs to fail', async () => {
    const script = writeScript(3);
    const guilty = script.deeds.find((deed) => deed.do === 'set-endpoints');
    assert.ok(guilty);
    const fails = async ({ deeds }: Script): Promise<boolean> => deeds.includes(guilty);
    const short = await shrink(script, fails, 1_000);
    assert.deepEqual(
      { deeds: short.deeds, windows: short.windows },
      { deeds: [guilty], windows: [] },
    );
  });
});
