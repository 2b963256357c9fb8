import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { createTelemetry } from '../../../../lib/adapters/system/telemetry.ts';
import type { FunctionTelemetry } from '../../../../lib/ports/telemetry.ts';

/** Telemetry through the real logger and the real metrics, with the lines that they print. */
export type RecordingTelemetry = {
  readonly telemetry: FunctionTelemetry;
  /** Log lines, as they were printed. */
  readonly logged: () => readonly string[];
  /** Documents of the embedded metric format, as they were printed. */
  readonly documents: () => readonly string[];
};

/** Starts with nothing printed. */
export const createRecordingTelemetry = (namespace = 'Seamark/demo'): RecordingTelemetry => {
  const logged: string[] = [];
  const documents: string[] = [];
  class RecordingLogger extends Logger {
    protected override printLog(...[, item]: Parameters<Logger['printLog']>): void {
      item.prepareForPrint();
      logged.push(JSON.stringify(item.getAttributes(), this.getJsonReplacer()));
    }
  }
  class RecordingMetrics extends Metrics {
    override publishStoredMetrics(): this {
      documents.push(JSON.stringify(this.serializeMetrics()));
      this.clearMetrics();
      this.clearDimensions();
      return this;
    }
  }
  const metrics = new RecordingMetrics({ namespace, serviceName: 'seamark' });
  metrics.clearDefaultDimensions();
  const logger = new RecordingLogger({ serviceName: 'seamark', logLevel: 'INFO' });
  return {
    telemetry: createTelemetry({ logger, metrics }),
    logged: () => [...logged],
    documents: () => [...documents],
  };
};
