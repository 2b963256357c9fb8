import type { Outcome } from './environment.ts';
import type { InvocationError, InvokeResult } from './invoke-result.ts';

const responseLimitBytes = 6_291_556;

/** The invocation that an outcome belongs to. */
export interface InvocationFacts {
  readonly requestId: string;
  readonly timeoutMs: number;
}

/** Turns what became of an invocation into what the `Invoke` operation answers. */
export function toInvokeResult(
  { requestId, timeoutMs }: InvocationFacts,
  outcome: Outcome,
): InvokeResult {
  const failed = (payload: InvocationError): InvokeResult => ({
    kind: 'error',
    requestId,
    functionError: 'Unhandled',
    payload,
  });
  switch (outcome.kind) {
    case 'response':
      if (Buffer.byteLength(outcome.body) > responseLimitBytes) {
        return failed({
          errorType: 'Function.ResponseSizeTooLarge',
          errorMessage: `Response payload size exceeded maximum allowed payload size (${responseLimitBytes} bytes).`,
        });
      }
      return { kind: 'ok', requestId, payload: JSON.parse(outcome.body) };
    case 'failed':
    case 'crashed':
      return failed(outcome.error);
    case 'exited':
      return failed({
        errorType: 'Runtime.ExitError',
        errorMessage: `RequestId: ${requestId} Error: ${outcome.reason}`,
      });
    case 'timed-out':
      return failed({
        errorType: 'Sandbox.Timedout',
        errorMessage: `RequestId: ${requestId} Error: Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`,
      });
  }
}
