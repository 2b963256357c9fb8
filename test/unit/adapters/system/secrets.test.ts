import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretTexts } from '../../../support/secret-texts.ts';
import { createRecordingTelemetry } from './recording-telemetry.ts';

describe('no secret reaches a log line', () => {
  for (const [text, secret] of secretTexts) {
    it(JSON.stringify(text), () => {
      const { telemetry, logged } = createRecordingTelemetry();
      telemetry.begin(text);
      telemetry.info('pass', { reason: text });
      telemetry.warn('cluster health', { failed: ['tokyo: fine', text] });
      telemetry.error('A pass met a defect', {}, new Error(text));
      telemetry.error('A pass met a defect', {}, new Error('outer', { cause: new Error(text) }));
      telemetry.error('A pass met a defect', {}, new AggregateError([new Error(text)], text));
      telemetry.error('A pass met a defect', {}, Object.assign(new Error(''), { code: text }));
      telemetry.error('A pass met a defect', {}, text);
      const own = Object.assign(new Error('with fields'), { request: { text }, headers: [text] });
      telemetry.error('The invocation failed', {}, own);
      assert.equal(logged().length, 8);
      for (const line of logged()) assert.ok(!line.includes(secret), line);
      assert.ok(!String(telemetry.harmless(new Error(text)).stack).includes(secret));
    });
  }
});
