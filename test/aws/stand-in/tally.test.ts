import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTally } from './tally.ts';

describe('the tally of a run', () => {
  it('knows the full name of each test, file by file', () => {
    const tally = createTally();
    const start = (file: string, nesting: number, name: string) =>
      tally.started({ file, nesting, name });
    start('a', 0, 'suite');
    start('a', 1, 'first');
    start('b', 0, 'other');
    start('a', 1, 'inner');
    start('a', 2, 'deep > est');
    start('a', 1, 'last');
    assert.deepEqual(
      [...tally.names],
      [
        'suite',
        'suite > first',
        'other',
        'suite > inner',
        'suite > inner > deep > est',
        'suite > last',
      ],
    );
  });

  it('counts tests, and a suite only where it failed by itself', () => {
    const tally = createTally();
    const report = { name: 'x', nesting: 0 };
    const suite = (failureType?: string) => ({
      ...report,
      details: { type: 'suite', error: { failureType } },
    });
    tally.passed(report);
    tally.passed({ ...report, skip: 'moto accepts all' });
    tally.passed({ ...report, details: { type: 'suite' } });
    tally.failed({
      ...report,
      details: { type: 'test', error: { failureType: 'testCodeFailure' } },
    });
    tally.failed(suite('subtestsFailed'));
    tally.failed(suite('hookFailed'));
    assert.deepEqual(tally.count, { passed: 1, failed: 2, skipped: 1 });
  });
});
