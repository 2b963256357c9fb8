import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ageOf,
  humanDuration,
} from '../../../../infra/sandbox/kubernetes/kinds/table/human-duration.ts';
import { NOW } from './strategy-driver.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

for (const [durationMs, text] of [
  [-3 * SECOND, '<invalid>'],
  [-1 * SECOND, '0s'],
  [0, '0s'],
  [5 * SECOND + 999, '5s'],
  [119 * SECOND, '119s'],
  [2 * MINUTE, '2m'],
  [3 * MINUTE + 12 * SECOND, '3m12s'],
  [9 * MINUTE + 59 * SECOND, '9m59s'],
  [10 * MINUTE + 30 * SECOND, '10m'],
  [179 * MINUTE, '179m'],
  [3 * HOUR, '3h'],
  [7 * HOUR + 59 * MINUTE, '7h59m'],
  [8 * HOUR + 59 * MINUTE, '8h'],
  [47 * HOUR, '47h'],
  [2 * DAY + 4 * HOUR, '2d4h'],
  [7 * DAY + 23 * HOUR, '7d23h'],
  [8 * DAY + 23 * HOUR, '8d'],
  [729 * DAY, '729d'],
  [2 * 365 * DAY + 3 * DAY, '2y3d'],
  [8 * 365 * DAY + 3 * DAY, '8y'],
] as const) {
  test(`${durationMs} ms are ${text}`, () => assert.equal(humanDuration(durationMs), text));
}

test('no moment has an unknown age', () => {
  assert.equal(ageOf(undefined, NOW), '<unknown>');
  assert.equal(ageOf('2026-01-02T03:03:00Z', NOW), '65s');
});
