import type { MiddlewareObj } from '@middy/core';
import type { Telemetry } from '../ports/telemetry.ts';

/** Guarantees that an invocation that fails leaves one line that says so; what the handler does well it tells itself. */
export const requestLog = (name: string, telemetry: Telemetry): MiddlewareObj => ({
  onError: ({ error, context }) => {
    telemetry.error(`${name} failed`, { requestId: context.awsRequestId }, error);
  },
});
