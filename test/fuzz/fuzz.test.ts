import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import { runTarget } from './run-target.ts';
import { targets } from './targets.ts';

describe('whatever comes from outside is read or refused', () => {
  for (const target of targets) {
    it(target.name, async () => {
      const seed = randomInt(2 ** 31);
      assert.equal(await runTarget(target, seed, target.shortRuns), undefined);
    });
  }
});
