import * as v from 'valibot';
import type { ApiAnswer } from './api-answer.ts';

/** What callers read of a `metav1.Status` that refuses. */
export type ApiStatus = {
  readonly message?: string;
  /** Such as `NotFound`, `AlreadyExists`, `Conflict`, `Expired`. */
  readonly reason?: string;
  /** Resource that the refusal is about, such as `namespaces`, and which one of it. */
  readonly about?: string;
  readonly name?: string;
  /** Reasons of `details.causes`, such as `NamespaceTerminating`. */
  readonly causes: readonly string[];
  /** Where a list whose token expired may go on (metav1 ListMeta). */
  readonly continue?: string;
};

const statusSchema = v.object({
  message: v.optional(v.string()),
  reason: v.optional(v.string()),
  metadata: v.optional(v.object({ continue: v.optional(v.string()) })),
  details: v.optional(
    v.object({
      kind: v.optional(v.string()),
      name: v.optional(v.string()),
      causes: v.optional(v.array(v.object({ reason: v.optional(v.string()) })), []),
    }),
  ),
});

/** Reads a refusal's body; one that is no `Status`, such as a proxy's page, gives no fields. */
export const readStatus = (text: string): ApiStatus => {
  const parsed = v.safeParse(statusSchema, parseLoosely(text));
  if (!parsed.success) return { causes: [] };
  const { message, reason, details, metadata } = parsed.output;
  return {
    ...(message === undefined ? {} : { message }),
    ...(reason === undefined ? {} : { reason }),
    ...(details?.kind === undefined ? {} : { about: details.kind }),
    ...(details?.name === undefined ? {} : { name: details.name }),
    ...(metadata?.continue ? { continue: metadata.continue } : {}),
    causes: (details?.causes ?? []).flatMap((cause) => cause.reason ?? []),
  };
};

/**
 * True if the answer says that this very object does not exist. Any other 404, such as that of a wrong path or of a proxy, says nothing
 * about the object (case F03).
 */
export const saysAbsent = (answer: ApiAnswer, resource: string, name: string): boolean => {
  if (answer.status !== 404) return false;
  const status = readStatus(answer.text);
  if (status.reason !== 'NotFound') return false;
  return (
    (status.about === resource && status.name === name) ||
    status.message === `${resource} "${name}" not found`
  );
};

const parseLoosely = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
