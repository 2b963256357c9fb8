import {
  ControllerError,
  type FailureFields,
  type FailureKind,
  messageOf,
} from '../../core/model/failure.ts';
import { harmlessText } from '../../core/model/harmless-text.ts';
import type { ApiAnswer } from './api-answer.ts';
import { readStatus } from './api-status.ts';
import type { Erase } from './own-credentials.ts';

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
 * The one place that says what a failure of the Kubernetes API means for the caller. `what` completes "Cannot …". Messages quote the
 * server's `Status.message` (apimachinery `metav1.Status`) and of any other body what it is and its first words, never a request; an
 * answer of `ApiClient` has been freed of the client's own credentials before, and `erase` frees what else is quoted.
 */
export const classify = (what: string, error: unknown, erase: Erase = asItIs): ControllerError => {
  if (error instanceof ControllerError) return error;
  if (error instanceof Refusal) return classifyRefusal(what, error);
  if (error instanceof NoAnswer) return classifyNoAnswer(what, error, erase);
  return new ControllerError('transient', `Cannot ${what}: ${words(erase(messageOf(error)))}`, {
    cause: unlessItTells(error, erase),
  });
};

const asItIs: Erase = (text) => text;

/** Server text as messages may carry it: harmless, at most `limit` characters. */
export const words = (text: string, limit = 500): string => harmlessText(text.trim(), limit);

/** A refusal of the operator's settings: it stays until they change. */
export const refuse = (what: string, reason: string): ControllerError =>
  new ControllerError('terminal', `Cannot ${what}: ${reason}`);

const classifyNoAnswer = (what: string, error: NoAnswer, erase: Erase): ControllerError =>
  new ControllerError(
    error.why === 'too-large' ? 'terminal' : 'transient',
    `Cannot ${what}: ${words(erase(error.message))}`,
    { cause: unlessItTells(error.cause, erase), fields: fieldsOf(error.why) },
  );

// The error of the connection may quote what the server showed; then its message is all that is kept of it.
const unlessItTells = (cause: unknown, erase: Erase): unknown => {
  const text = cause instanceof Error ? `${cause.message} ${cause.stack}` : String(cause);
  return erase(text) === text ? cause : undefined;
};

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
  const said = status.message === undefined ? descriptionOf(answer) : words(status.message);
  return new ControllerError(
    kind,
    `Cannot ${what}: the API server answered ${answer.status}: ${said || 'no reason given'}`,
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

/** Characters of a body that is no `Status`: a proxy's page tells with its first words which one it is. */
const firstWords = 100;

const descriptionOf = ({ text, contentType, length = text.length }: ApiAnswer): string => {
  if (text.trim() === '') return '';
  const kind = contentType === undefined ? 'a body' : words(contentType, 64);
  return `${kind} of ${length} characters, which is no Status and begins ${words(text, firstWords)}`;
};
