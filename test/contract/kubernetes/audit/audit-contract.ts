import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuditedConversation, auditFixtures, readAudited } from './audited-conversation.ts';
import { type AuditedSpeaker, playAudited } from './play-audited.ts';

/** An API server logs of each recorded conversation what a real one logged. */
export const auditContract = (
  name: string,
  speakerFor: (conversation: AuditedConversation) => Promise<AuditedSpeaker>,
  speaks: (conversation: AuditedConversation) => boolean = () => true,
): void => {
  for (const fixture of auditFixtures()) {
    const conversation = readAudited(fixture);
    if (!speaks(conversation)) continue;
    test(`${name} logs ${conversation.title}`, async () => {
      const speaker = await speakerFor(conversation);
      const { events } = conversation;
      const seen = await playAudited(
        speaker,
        conversation,
        ({ length }) => length >= events.length,
      );
      for (const [at, event] of events.entries()) assert.deepEqual(seen[at], event, `event ${at}`);
      assert.equal(seen.length, events.length);
    });
  }
};
