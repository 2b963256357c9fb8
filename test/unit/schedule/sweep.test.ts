import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SweepState } from '../../../lib/core/model/sweep-state.ts';
import { isSweepDue, sweepToRun } from '../../../lib/core/schedule/sweep.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = 100 * day;
const at = { upTo: 'a.test', next: { name: 'b.test' } };

describe('the next sweep', () => {
  const ended = (agoMs: number): SweepState => ({ beganAt: now - agoMs, endedAt: now - agoMs + 1 });
  const begun = (agoMs: number): SweepState => ({ beganAt: now - agoMs, at });
  const table: readonly [string, SweepState | undefined, number, boolean, unknown][] = [
    ['the first one', undefined, day, true, { beganAt: now }],
    ['never, if it is off', undefined, 0, false, undefined],
    ['not before its time', ended(day - 1), day, false, undefined],
    ['at its time', ended(day), day, true, { beganAt: now }],
    ['one that is at work is not asked for, and goes on', begun(minute), day, false, begun(minute)],
    ['one that stands still is asked for', begun(15 * minute), day, true, begun(15 * minute)],
    ['one that is too old starts over', begun(6 * hour), day, true, { beganAt: now }],
  ];
  for (const [title, latest, everyMs, isDue, runs] of table) {
    it(title, () => {
      assert.equal(isSweepDue(latest, now, everyMs), isDue);
      assert.deepEqual(sweepToRun(latest, now, everyMs), runs);
    });
  }
});
