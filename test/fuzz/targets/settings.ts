import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { readSettings } from '../../../infra/settings/read-settings.ts';
import { hostileRecord, json, jsonText, text } from '../hostile.ts';
import type { FuzzTarget } from '../target.ts';

const file = hostileRecord({
  account: fc.constant('111122223333'),
  region: fc.constant('eu-central-1'),
  federation: fc.oneof(fc.constant('shop'), text),
  zone: hostileRecord({ id: fc.constant('Z1'), name: fc.oneof(fc.constant('example.com'), text) }),
  host: hostileRecord({ kubeconfigSecret: text }),
  eksClusters: fc.array(hostileRecord({ name: text, region: text }), { maxLength: 2 }),
  webhook: hostileRecord({
    tokenHashes: fc.dictionary(text, fc.array(text, { maxLength: 2 }), { maxKeys: 2 }),
  }),
  selector: text,
  suffix: text,
  ttlSeconds: json,
});

/** Settings files: read, or refused with all their faults. */
export const settingsFiles: FuzzTarget = {
  name: 'settings files',
  shortRuns: 60,
  property: fc.asyncProperty(fc.oneof(jsonText(file), text), async (given) => {
    const folder = await mkdtemp(join(tmpdir(), 'seamark-fuzz-'));
    const path = join(folder, 'settings.json');
    try {
      await writeFile(path, given);
      await readSettings(path);
    } catch (error) {
      assert.ok(error instanceof Error);
      assert.match(error.message, /^Cannot use settings \S+settings\.json: /);
      assert.doesNotMatch(error.message.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
      assert.ok(error.message.length < 50_000);
    } finally {
      await rm(folder, { recursive: true });
    }
  }),
};
