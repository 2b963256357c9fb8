/** JSON as the Kubernetes API carries it. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A JSON object, such as a Service's `spec`. */
export type JsonObject = { readonly [key: string]: Json };

/** True if the value is a JSON object, not null and not a list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
