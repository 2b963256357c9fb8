import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quarantineMs } from '../../../lib/core/dns/quarantine.ts';

describe('how long a blocked name is left alone', () => {
  const table: readonly [attempts: number, seconds: number][] = [
    [0, 15],
    [1, 15],
    [2, 30],
    [3, 60],
    [6, 480],
    [7, 600],
    [8, 600],
    [10_000, 600],
  ];
  for (const [attempts, seconds] of table) {
    it(`${attempts} times in a row: ${seconds} s`, () => {
      assert.equal(quarantineMs(attempts), seconds * 1_000);
    });
  }
});
