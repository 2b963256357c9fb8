import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRuns } from '../support/arbitraries/runs.ts';

describe('SEAMARK_LAW_RUNS', () => {
  for (const [asked, count] of [
    [undefined, 1_000],
    ['1', 1],
    ['250', 250],
  ] as const) {
    it(`${asked}: ${count}`, () => assert.equal(readRuns(asked), count));
  }

  for (const asked of ['', ' ', '0', '-1', '1.5', '1e3', 'abc', 'NaN', '99999999999999999999']) {
    it(`${JSON.stringify(asked)}: refused, as no law would be tried so often`, () => {
      assert.throws(() => readRuns(asked), {
        name: 'RangeError',
        message: `Cannot try the laws ${JSON.stringify(asked)} times: SEAMARK_LAW_RUNS must be a positive whole number, such as 1000`,
      });
    });
  }
});
