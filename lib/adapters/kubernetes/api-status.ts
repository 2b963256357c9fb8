import * as v from 'valibot';

/** What callers read of a `metav1.Status` that refuses. */
export type ApiStatus = {
  readonly message?: string;
  /** Such as `NotFound`, `AlreadyExists`, `Conflict`, `Expired`. */
  readonly reason?: string;
  /** Resource that the refusal is about, such as `namespaces`. */
  readonly about?: string;
  /** Reasons of `details.causes`, such as `NamespaceTerminating`. */
  readonly causes: readonly string[];
};

const statusSchema = v.object({
  message: v.optional(v.string()),
  reason: v.optional(v.string()),
  details: v.optional(
    v.object({
      kind: v.optional(v.string()),
      causes: v.optional(v.array(v.object({ reason: v.optional(v.string()) })), []),
    }),
  ),
});

/** Reads a refusal's body; one that is no `Status`, such as a proxy's page, gives no fields. */
export const readStatus = (text: string): ApiStatus => {
  const parsed = v.safeParse(statusSchema, parseLoosely(text));
  if (!parsed.success) return { causes: [] };
  const { message, reason, details } = parsed.output;
  return {
    ...(message === undefined ? {} : { message }),
    ...(reason === undefined ? {} : { reason }),
    ...(details?.kind === undefined ? {} : { about: details.kind }),
    causes: (details?.causes ?? []).flatMap((cause) => cause.reason ?? []),
  };
};

const parseLoosely = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
