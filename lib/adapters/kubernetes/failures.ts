import { ControllerError, type FailureFields, type FailureKind } from '../../core/model/failure.ts';
import type { ApiAnswer } from './api-answer.ts';
import { readStatus } from './api-status.ts';

/** Thrown inside this adapter when a request got no whole answer; `classify` turns it into a `ControllerError`. */
export class NoAnswer extends Error {
  readonly why: 'aborted' | 'timed-out' | 'connection' | 'too-large';

  constructor(why: NoAnswer['why'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'NoAnswer';
    this.why = why;
  }
}

/** Thrown inside this adapter when the API server refused; `classify` turns it into a `ControllerError`. */
export class Refusal extends Error {
  readonly answer: ApiAnswer;

  constructor(answer: ApiAnswer) {
    super(`HTTP ${answer.status}`);
    this.name = 'Refusal';
    this.answer = answer;
  }
}

/**
 * The one place that says what a failure of the Kubernetes API means for the caller. `what` completes "Cannot …". Messages
 * quote the server's `Status.message` (apimachinery `metav1.Status`), never a request or a whole body.
 */
export const classify = (what: string, error: unknown): ControllerError => {
  if (error instanceof ControllerError) return error;
  if (error instanceof Refusal) return classifyRefusal(what, error);
  if (error instanceof NoAnswer) return classifyNoAnswer(what, error);
  return new ControllerError('transient', `Cannot ${what}: ${words(textOf(error))}`, {
    cause: error,
  });
};

/** Server text as messages may carry it: control characters replaced, at most `limit` characters. */
export const words = (text: string, limit = 500): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, limit);

/** A refusal of the operator's settings: it stays until they change. */
export const refuse = (what: string, reason: string): ControllerError =>
  new ControllerError('terminal', `Cannot ${what}: ${reason}`);

const classifyNoAnswer = (what: string, error: NoAnswer): ControllerError =>
  new ControllerError(
    error.why === 'too-large' ? 'terminal' : 'transient',
    `Cannot ${what}: ${words(error.message)}`,
    { cause: error.cause, fields: fieldsOf(error.why) },
  );

const fieldsOf = (why: NoAnswer['why']): FailureFields => {
  if (why === 'aborted') return { aborted: true };
  return why === 'too-large' ? { tooLarge: true } : {};
};

const classifyRefusal = (what: string, refusal: Refusal): ControllerError => {
  const { answer } = refusal;
  const status = readStatus(answer.text);
  const leaving = status.causes.includes('NamespaceTerminating');
  const kind = leaving ? 'transient' : kindOfStatus(answer.status);
  const reason = leaving ? 'NamespaceTerminating' : status.reason;
  const said = words(status.message ?? answer.text) || 'no reason given';
  return new ControllerError(
    kind,
    `Cannot ${what}: the API server answered ${answer.status}: ${said}`,
    {
      fields: {
        status: answer.status,
        ...(reason === undefined ? {} : { reason: words(reason, 64) }),
      },
      ...(kind === 'throttled' && answer.retryAfterMs !== undefined
        ? { retryAfterMs: answer.retryAfterMs }
        : {}),
    },
  );
};

// 410 is an expired list token: the list starts over. All other 4xx say the same however often they are asked.
const kindOfStatus = (status: number): FailureKind => {
  if (status === 409) return 'conflict';
  if (status === 429) return 'throttled';
  if (status >= 500 || status === 408 || status === 410) return 'transient';
  return 'terminal';
};

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
