import type { LogField, LogMessage } from '../core/model/log-line.ts';
import type { MetricName, MetricPlace } from '../core/model/metric.ts';

/** A value of a log line: short, never a secret. */
export type LogValue = string | number | boolean | readonly string[] | undefined;

/** Fields of a log line. */
export type LogFields = { readonly [Name in LogField]?: LogValue };

/** One structured log line a pass, warnings that a person should see, and metrics. */
export type Telemetry = {
  readonly info: (message: LogMessage, fields: LogFields) => void;
  readonly warn: (message: LogMessage, fields: LogFields) => void;
  /** For defects: carries the error with its stack. */
  readonly error: (message: LogMessage, fields: LogFields, error: unknown) => void;
  /** Takes one value of a metric; what an invocation measured is written at its end. Never throws. */
  readonly measure: <Name extends MetricName>(
    name: Name,
    value: number,
    ...place: MetricPlace<Name>
  ) => void;
};

/** Telemetry as one function's environment holds it, from invocation to invocation. */
export type FunctionTelemetry = Telemetry & {
  /** From here on every line names the invocation. */
  readonly begin: (requestId: string) => void;
  /** Writes the metrics that were measured since the last time. Never throws. */
  readonly flush: () => void;
  /** The error without secrets and control characters, for whoever logs it outside. */
  readonly harmless: (error: unknown) => Error;
};
