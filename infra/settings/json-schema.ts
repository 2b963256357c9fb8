import { toJsonSchema } from '@valibot/to-json-schema';
import { settingsFile } from './settings-file.ts';

/** As much of a JSON schema (draft 7) as is read here. */
export type JsonSchema = {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly properties?: { readonly [key: string]: JsonSchema };
  readonly additionalProperties?: JsonSchema | false;
  readonly default?: unknown;
  readonly description?: string;
};

/** What JSON schema has no words for: `readSettings` alone checks or changes it. */
const unsaid = ['check', 'ip', 'email', 'to_lower_case', 'transform'];

/** The JSON schema of the settings file. Throws if the file's own schema has something new that can't be said in one. */
export const settingsJsonSchema = (): JsonSchema => ({
  ...(toJsonSchema(settingsFile, { ignoreActions: unsaid }) as JsonSchema),
});
