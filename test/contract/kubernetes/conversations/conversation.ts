import { readFileSync } from 'node:fs';

/** JSON as it goes over the wire. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** A JSON object. */
export type JsonObject = { readonly [field: string]: Json };

/**
 * One request and what a real API server answered. Texts may hold `$NS`, the conversation's own namespace, and `$name.uid` and
 * `$name.version` of an answer that an earlier step kept.
 */
export type AskStep = {
  /** Method, a space, path. */
  readonly do: string;
  /** JSON, or text that is sent as it is. */
  readonly body?: Json;
  /** Content type; `application/json` unless given. */
  readonly type?: string;
  readonly accept?: string;
  /** Name under which later steps know the answer's uid and resource version. */
  readonly keep?: string;
  /** Only the code counts. */
  readonly unread?: boolean;
  readonly code?: number;
  readonly answer?: Json;
  readonly warnings?: readonly string[];
};

/** Asks until the answer has that code: what controllers do takes a moment. */
export type AwaitStep = { readonly await: string; readonly code: number };

/** The first events of a watch. */
export type WatchStep = {
  readonly watch: string;
  readonly accept?: string;
  readonly count: number;
  readonly events?: readonly Json[];
};

/** A part of a conversation. */
export type Step = AskStep | AwaitStep | WatchStep;

/** What one client asks for in a row, in a namespace of its own. */
export type Conversation = { readonly title: string; readonly steps: readonly Step[] };

const folder = new URL('../../../fixtures/kubernetes/', import.meta.url);

/** The file that holds the conversations about a topic, one a line. */
export const fileOf = (topic: string): URL => new URL(`${topic}.jsonl`, folder);

/** The topics that there are conversations about. */
export const topics = [
  'services',
  'service-updates',
  'endpoints',
  'events',
  'secrets',
  'namespaces-and-nodes',
  'definitions',
  'custom-resources',
  'rules',
  'apply',
  'status',
  'metadata',
  'deletion',
  'lists',
  'watch',
  'tables',
] as const;

/** Reads the conversations about a topic. */
export const readConversations = (topic: string): readonly Conversation[] =>
  readFileSync(fileOf(topic), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    // The files are the project's own.
    .map((line) => JSON.parse(line) as Conversation);
