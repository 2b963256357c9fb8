import type { JsonObject } from '../conversations/conversation.ts';
import { maskOf, play, type Speaker, userAgent } from '../conversations/play.ts';
import type { AuditSink } from './audit-sink.ts';
import type { AuditedConversation } from './audited-conversation.ts';

/** An API server whose audit events a sink gets. */
export type AuditedSpeaker = Speaker & { readonly sink: AuditSink };

/** Speaks a conversation; returns the audit events of it, cleaned of what tells one run from another. */
export const playAudited = async (
  { sink, ...speaker }: AuditedSpeaker,
  conversation: AuditedConversation,
  isDone: (events: readonly JsonObject[]) => boolean,
): Promise<readonly JsonObject[]> => {
  const { about, agent = userAgent } = conversation;
  await play(speaker, conversation);
  const choose = (event: JsonObject): boolean =>
    String(event['userAgent']).startsWith(agent) &&
    (about?.includes(String(refer(event)['resource'])) ?? true) &&
    JSON.stringify(event).includes(speaker.namespace);
  const events = await sink.gather({ choose, isDone });
  const mask = maskOf(conversation, speaker.namespace);
  // A mask keeps the form of what it masks.
  return events.map((event) => mask(cleaned(event)) as JsonObject);
};

const refer = ({ objectRef }: JsonObject): JsonObject =>
  // Every event about an object refers to it.
  (objectRef ?? {}) as JsonObject;

/** Without what an authenticator tells of a user besides name and groups, and the build of a client. */
const cleaned = (event: JsonObject): JsonObject => {
  // The form of `authentication.k8s.io/v1` UserInfo.
  const { username, groups } = event['user'] as JsonObject;
  const agent = String(event['userAgent']).replace(/\/v[\d.]+ .*$/, '');
  return {
    ...event,
    user: { username: username ?? null, groups: groups ?? null },
    userAgent: agent,
  };
};
