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

/** The only error that adapters throw. Its text is "Cannot <verb> <object>: <reason>". */
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
    super(message, { cause: options.cause });
    this.name = 'ControllerError';
    this.kind = kind;
    this.fields = options.fields ?? {};
    this.retryAfterMs = options.retryAfterMs;
  }
}

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
  const message = error instanceof Error ? error.message : String(error);
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
