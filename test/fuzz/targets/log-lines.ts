import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ControllerError } from '../../../lib/core/model/failure.ts';
import { createRecordingTelemetry } from '../../unit/adapters/system/recording-telemetry.ts';
import { json, text } from '../hostile.ts';
import type { FuzzTarget } from '../target.ts';

const thrown = fc.oneof(
  text.map((message) => new Error(message)),
  fc
    .tuple(text, text)
    .map(([message, cause]) => new TypeError(message, { cause: new Error(cause) })),
  text.map((message) => new ControllerError('terminal', message)),
  fc
    .tuple(text, text)
    .map(([code, message]) => Object.assign(new Error(message), { code, name: code })),
  json,
);

/** What stands in a line once it is read: every text of it. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => [key, ...textsIn(below)]);
};

/** Anything at all, in every field of a log line, through the logger as it is deployed. */
export const logLines: FuzzTarget = {
  name: 'log lines',
  shortRuns: 100,
  property: fc.property(text, text, thrown, (left, right, error) => {
    const { telemetry, logged } = createRecordingTelemetry();
    telemetry.begin(left);
    telemetry.info('pass', { key: left, reason: right, failed: [left, right] });
    telemetry.warn('Dropped a log delivery', { logGroup: left, source: right });
    telemetry.error('A pass met a defect', { body: left }, error);
    assert.equal(logged().length, 3);
    for (const line of logged()) {
      // Every line is ASCII-safe for terminals, and one line.
      assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\u2028\u2029]/u);
      assert.ok(line.length < 60_000, String(line.length));
      for (const one of textsIn(JSON.parse(line))) {
        assert.doesNotMatch(one, /[\p{Cc}\p{Cf}\u2028\u2029]/u);
        assert.ok(one.isWellFormed() && one.length <= 4_000);
      }
    }
    const copy = telemetry.harmless(error);
    assert.doesNotMatch(copy.message, /[\p{Cc}\p{Cf}]/u);
  }),
};
