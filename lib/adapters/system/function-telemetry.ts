import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import type { FunctionTelemetry } from '../../ports/telemetry.ts';
import { createTelemetry } from './telemetry.ts';

/** Telemetry of one function on Lambda: lines and metrics go to its standard output, and from there to CloudWatch. */
export const createFunctionTelemetry = (
  serviceName: string,
  settings: { readonly metricsNamespace: string },
): FunctionTelemetry => {
  const metrics = new Metrics({ namespace: settings.metricsNamespace, serviceName });
  // Powertools puts the service's name on every metric; each such pair would be billed (docs/cost.md).
  metrics.clearDefaultDimensions();
  return createTelemetry({ logger: new Logger({ serviceName }), metrics });
};
