import type { InvocationError } from './invoke-result.ts';

/** An error that the Lambda Node runtime itself raises; `name` is the `errorType` that callers see. */
export class RuntimeError extends Error {
  constructor(errorType: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = errorType;
  }
}

/**
 * Turns whatever was thrown into the object that the runtime posts: name, message and stack lines of an error,
 * the type and text of anything else.
 */
export function toInvocationError(thrown: unknown): InvocationError {
  if (!(thrown instanceof Error)) {
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  }
  const trace = thrown.stack?.split('\n') ?? [];
  return { errorType: thrown.name, errorMessage: thrown.message, trace };
}
