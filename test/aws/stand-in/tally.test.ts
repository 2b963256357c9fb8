import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTally } from './tally.ts';

describe('the tally of a run', () => {
  it('knows the full name of each test', () => {
    const tally = createTally();
    const started = [
      [0, 'suite'],
      [1, 'first'],
      [1, 'inner'],
      [2, 'deep > est'],
      [1, 'last'],
      [0, 'alone'],
    ] as const;
    for (const [nesting, name] of started) tally.started({ nesting, name });
    assert.deepEqual(
      [...tally.names],
      [
        'suite',
        'suite > first',
        'suite > inner',
        'suite > inner > deep > est',
        'suite > last',
        'alone',
      ],
    );
  });

  it('counts tests, and a suite only where it was skipped or failed by itself', () => {
    const tally = createTally();
    const report = { name: 'x', nesting: 0 };
    const suite = (failureType?: string) => ({
      ...report,
      details: { type: 'suite', error: { failureType } },
    });
    tally.passed(report);
    tally.passed({ ...report, skip: 'moto accepts all' });
    tally.passed({ ...report, details: { type: 'suite' } });
    tally.passed({ ...report, skip: true, details: { type: 'suite' } });
    tally.failed({
      ...report,
      details: { type: 'test', error: { failureType: 'testCodeFailure' } },
    });
    tally.failed(suite('subtestsFailed'));
    tally.failed(suite('hookFailed'));
    assert.deepEqual(tally.count, { passed: 1, failed: 2, skipped: 2 });
  });
});
