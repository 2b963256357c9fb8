import { harmlessText } from '../../core/model/harmless-text.ts';

/** What of an error goes into a log line: never its own fields, in which clients keep requests and their headers. */
export type LoggedError = {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** System or service code, such as `ECONNREFUSED`. */
  readonly code?: string | number;
  /** Request id and HTTP status that an AWS client noted. */
  readonly awsRequestId?: string;
  readonly httpStatus?: number;
  /** Messages of what an `AggregateError` gathered. */
  readonly errors?: readonly string[];
  readonly cause?: LoggedError;
};

/** Longest stack, on one line like any text. */
const longestStack = 4_000;

/** Causes that are followed. */
const depth = 5;

/** Errors of an `AggregateError` that are told. */
const gathered = 5;

/** Anything thrown, as a log line shows it. Never throws, whatever was thrown. */
export const harmlessError = (thrown: unknown): LoggedError => {
  try {
    return logged(thrown, depth);
  } catch {
    return { name: 'Error', message: 'thrown: something that cannot be read' };
  }
};

const logged = (thrown: unknown, left: number): LoggedError => {
  if (!(thrown instanceof Error)) {
    return { name: 'Error', message: harmlessText(`thrown: ${String(thrown)}`) };
  }
  const { name, message, stack, cause } = thrown;
  return {
    name: harmlessText(String(name)),
    message: harmlessText(String(message)),
    ...(typeof stack === 'string' ? { stack: harmlessText(stack, longestStack) } : {}),
    ...codes(thrown),
    ...(thrown instanceof AggregateError ? { errors: messagesOf(thrown) } : {}),
    ...(cause === undefined || left === 0 ? {} : { cause: logged(cause, left - 1) }),
  };
};

const messagesOf = ({ errors }: AggregateError): readonly string[] =>
  errors
    .slice(0, gathered)
    .map((error: unknown) => harmlessText(error instanceof Error ? error.message : String(error)));

const codes = (error: Error): Pick<LoggedError, 'code' | 'awsRequestId' | 'httpStatus'> => {
  const { code, $metadata } = error as { code?: unknown; $metadata?: unknown }; // clients of Node and AWS add these
  const { requestId, httpStatusCode } = Object($metadata) as {
    requestId?: unknown;
    httpStatusCode?: unknown;
  }; // what `$metadata` holds, if it is there
  return {
    ...(typeof code === 'string' ? { code: harmlessText(code) } : {}),
    ...(typeof code === 'number' ? { code } : {}),
    ...(typeof requestId === 'string' ? { awsRequestId: harmlessText(requestId) } : {}),
    ...(typeof httpStatusCode === 'number' ? { httpStatus: httpStatusCode } : {}),
  };
};
