import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeAuditEvents } from '../../../lib/adapters/audit/decode-audit-events.ts';
import { keysFromAudit } from '../../../lib/core/intake/keys-from-audit.ts';
import { formatWorkKey } from '../../../lib/core/model/work-key.ts';
import { auditFixtures, eventList, readAudited } from './audit/audited-conversation.ts';

const settings = { ownUsernames: ['seamark'], secretNamespace: 'seamark-system' };

/** What intake makes of recorded events, with a real namespace in the place of its mark. */
const keysOf = (fixture: string): readonly string[] => {
  const { events, source } = readAudited(fixture);
  const body = JSON.stringify(eventList(events)).replaceAll('$NS', 'shop');
  const decoded = decodeAuditEvents(body);
  assert.ok('events' in decoded, JSON.stringify(decoded));
  assert.equal(decoded.skipped, 0);
  return keysFromAudit(decoded.events, { kind: source }, settings).map(formatWorkKey);
};

describe('audit events that a real API server logged', () => {
  for (const fixture of auditFixtures())
    test(`${readAudited(fixture).title} lead to the work that they are about`, () => {
      const { keys } = readAudited(fixture);
      assert.ok(keys.length > 0);
      assert.deepEqual(keysOf(fixture), keys);
    });

  test('no secret is in them', () => {
    for (const fixture of auditFixtures()) {
      const { events } = readAudited(fixture);
      assert.ok(!JSON.stringify(events).includes('never-logged'), fixture);
    }
  });

  test('those that were cut have lost their bodies, and say so', () => {
    for (const { annotations, requestObject, responseObject } of readAudited('truncated').events) {
      assert.equal(Object(annotations)['audit.k8s.io/truncated'], 'true');
      assert.deepEqual([requestObject, responseObject], [undefined, undefined]);
    }
  });
});
