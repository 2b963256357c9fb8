import type { FunctionTelemetry } from '../ports/telemetry.ts';

/**
 * Guarantees that what an invocation measured is written at its end, however it ends: answered, refused early or failed. A hook rather
 * than a middleware, since an answer out of `before` skips every `after`.
 */
export const flushMetrics = (
  telemetry: Pick<FunctionTelemetry, 'flush'>,
): { readonly requestEnd: () => void } => ({ requestEnd: () => telemetry.flush() });
