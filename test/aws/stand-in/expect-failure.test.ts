import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expectFailure } from './contract-test.ts';

const gap = {
  does: 'accepts all',
  aws: 'refuses some',
  source: 'a page',
  shows: { 'suite > test': 'not refused' },
  chance: [],
};
const shown = { standIn: 'moto', gap, test: 'suite > test' } as const;
const fail = (message: string) => (): Promise<void> => Promise.reject(new Error(message));

describe('a test that a known gap makes fail', () => {
  it('is left out where it fails as the gap says', async () => {
    await expectFailure(fail('it was not refused'), shown);
  });

  it('fails where it fails in another way', async () => {
    await assert.rejects(expectFailure(fail('no answer'), shown), /^Error: no answer$/);
  });

  it('fails where it passes, and says what to do', async () => {
    const passing = expectFailure(() => undefined, shown);
    await assert.rejects(passing, {
      message:
        'Cannot skip "suite > test": it passes on moto, though stand-in-gaps.json says that moto accepts all. Remove it from the list.',
    });
  });

  it('fails where what it throws has no text', async () => {
    const thrown = Promise.reject(Object.assign(new Error(''), { code: 1 }));
    await assert.rejects(
      expectFailure(() => thrown, shown),
      { code: 1 },
    );
  });
});
