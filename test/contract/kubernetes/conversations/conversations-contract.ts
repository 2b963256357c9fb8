import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { clearAway } from './clear-away.ts';
import { readConversations, topics } from './conversation.ts';
import { play, type Speaker } from './play.ts';
import { createSpeakers } from './speakers.ts';

/** An API server over plain HTTP, empty but for what every API server starts with. */
export type StartServer = () => Promise<{
  readonly url: string;
  readonly close: () => Promise<void>;
}>;

/** Every recorded conversation goes on that server as it went on the real one. */
export const conversationsContract = (name: string, start: StartServer): void => {
  describe(`conversations with ${name}`, () => {
    let next: () => Promise<Speaker>;
    let close: () => Promise<void>;
    before(async () => {
      const server = await start();
      close = server.close;
      next = createSpeakers(server.url);
    });
    after(() => close());
    for (const topic of topics)
      describe(topic, () => {
        for (const conversation of readConversations(topic))
          test(conversation.title, async () => {
            const speaker = await next();
            try {
              const played = await play(speaker, conversation);
              for (const [at, step] of conversation.steps.entries())
                assert.deepEqual(played[at], step, `step ${at}`);
            } finally {
              await clearAway(speaker, conversation);
            }
          });
      });
  });
};
