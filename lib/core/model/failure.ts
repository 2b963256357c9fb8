import { harmlessText } from './harmless-text.ts';
import type { Ms } from './time.ts';

/** The kinds of failure; `settle` alone decides what each means for the queue (docs/architecture.md, "Failures"). */
export type FailureKind =
  | 'transient'
  | 'throttled'
  | 'conflict'
  | 'terminal'
  | 'lease-lost'
  | 'defect';

/** Details of a failure that logs may group by; never secrets. */
export type FailureFields = { readonly [name: string]: string | number | boolean };

/**
 * The only error that adapters throw. Its text is "Cannot <verb> <object>: <reason>"; what it quotes comes from elsewhere and goes to
 * conditions, Events, rows and logs, so that the text is harmless from here on, and so are the texts among the fields.
 */
export class ControllerError extends Error {
  readonly kind: FailureKind;
  readonly fields: FailureFields;
  /** For `throttled`: do not come back sooner. */
  readonly retryAfterMs: Ms | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    options: { cause?: unknown; fields?: FailureFields; retryAfterMs?: Ms } = {},
  ) {
    super(harmlessText(message), { cause: options.cause });
    this.name = 'ControllerError';
    this.kind = kind;
    this.fields = harmlessFields(options.fields ?? {});
    this.retryAfterMs = options.retryAfterMs;
  }
}

const harmlessFields = (fields: FailureFields): FailureFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? harmlessText(value) : value,
    ]),
  );

/** The harmless text of anything thrown. */
export const messageOf = (error: unknown): string => {
  if (error instanceof ControllerError) return error.message;
  return harmlessText(error instanceof Error ? error.message : String(error));
};

/** A failure as a value, as passes carry it. */
export type Failure = {
  readonly failure: FailureKind;
  readonly message: string;
  /** The API's word for it where the failure has one, such as `NamespaceTerminating`. */
  readonly reason?: string;
  /** For `throttled`: do not come back sooner. */
  readonly retryAfterMs?: Ms;
};

/** Anything thrown, as a value. */
export const failureOf = (error: unknown): Failure => {
  const message = messageOf(error);
  if (!(error instanceof ControllerError)) return { failure: 'defect', message };
  const { reason } = error.fields;
  return {
    failure: error.kind,
    message,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  };
};

/** The kind of anything thrown: a `ControllerError`'s own, else `defect`. */
export const failureKind = (error: unknown): FailureKind =>
  error instanceof ControllerError ? error.kind : 'defect';
