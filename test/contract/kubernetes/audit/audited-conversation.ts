import { readdirSync, readFileSync } from 'node:fs';
import type { AskStep, Json, JsonObject, Step } from '../conversations/conversation.ts';

/** What clients did, and the audit events that a real API server logged of it. */
export type AuditedConversation = {
  readonly title: string;
  /** Whose API server it is, as Seamark's intake tells them apart. */
  readonly source: 'host' | 'member';
  /** The policy of `infra/manifests` for the source, or one that logs everything with all bodies. */
  readonly policy: 'ours' | 'everything';
  /** Only events about these resources; all unless given. */
  readonly about?: readonly string[];
  /** Begin of the user agent of whoever is listened to; the client of the steps unless given. */
  readonly agent?: string;
  /** Flags of an API server that the emulator has no counterpart for, so that it is not asked. */
  readonly flags?: readonly string[];
  readonly steps: readonly (Step & Pick<AskStep, 'unread'>)[];
  readonly events: readonly JsonObject[];
  /** The work that intake must make of the events. */
  readonly keys: readonly string[];
};

const folder = new URL('../../../fixtures/audit/', import.meta.url);

/** Names of the fixtures, without their ending. */
export const auditFixtures = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/\.json$/, ''))
    .sort();

/** Where a fixture is. */
export const auditFile = (name: string): URL => new URL(`${name}.json`, folder);

/** Reads a fixture. */
export const readAudited = (name: string): AuditedConversation =>
  // The files are the project's own.
  JSON.parse(readFileSync(auditFile(name), 'utf8')) as AuditedConversation;

const everything = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
  - level: RequestResponse
`;

/** The text of a conversation's policy. */
export const policyOf = ({ policy, source }: AuditedConversation): string => {
  if (policy === 'everything') return everything;
  const name = source === 'host' ? 'audit-policy.yaml' : 'audit-policy-member.yaml';
  return readFileSync(new URL(`../../../../infra/manifests/${name}`, import.meta.url), 'utf8');
};

/** The body that an audit webhook posts. */
export const eventList = (events: readonly Json[]): JsonObject => ({
  kind: 'EventList',
  apiVersion: 'audit.k8s.io/v1',
  metadata: {},
  items: events,
});
