import type { MiddlewareObj } from '@middy/core';
import type { FunctionTelemetry } from '../ports/telemetry.ts';

/**
 * Guarantees that the lines of an invocation name it, and that one that fails leaves a line that says so; what the handler does well it
 * tells itself. Lambda logs what is thrown as it is, so only a harmless copy leaves the function.
 */
export const requestLog = (
  telemetry: Pick<FunctionTelemetry, 'begin' | 'error' | 'harmless'>,
): MiddlewareObj => ({
  before: ({ context }) => telemetry.begin(context.awsRequestId),
  onError: (request) => {
    telemetry.error('The invocation failed', {}, request.error);
    request.error = telemetry.harmless(request.error);
  },
});
