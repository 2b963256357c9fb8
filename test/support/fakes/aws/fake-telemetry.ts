import type { LogMessage } from '../../../../lib/core/model/log-line.ts';
import type { MetricName } from '../../../../lib/core/model/metric.ts';
import type { LogFields, Telemetry } from '../../../../lib/ports/telemetry.ts';

/** One recorded log line. */
export type FakeLine = {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: LogMessage;
  readonly fields: LogFields;
  readonly error?: unknown;
};

/** One measured value. */
export type FakeValue = {
  readonly name: MetricName;
  readonly value: number;
  readonly place?: { readonly [dimension: string]: string };
};

/** Telemetry that keeps its lines and what was measured. */
export type FakeTelemetry = Telemetry & {
  readonly lines: () => readonly FakeLine[];
  readonly measured: () => readonly FakeValue[];
  /** Values of one metric, in their order. */
  readonly valuesOf: (name: MetricName) => readonly number[];
};

/** Starts with no lines. */
export const createFakeTelemetry = (): FakeTelemetry => {
  const lines: FakeLine[] = [];
  const measured: FakeValue[] = [];
  return {
    info: (message, fields) => void lines.push({ level: 'info', message, fields }),
    warn: (message, fields) => void lines.push({ level: 'warn', message, fields }),
    error: (message, fields, error) => void lines.push({ level: 'error', message, fields, error }),
    measure: (name, value, ...[place]) =>
      void measured.push({ name, value, ...(place === undefined ? {} : { place: { ...place } }) }),
    lines: () => [...lines],
    measured: () => [...measured],
    valuesOf: (name) => measured.flatMap((one) => (one.name === name ? [one.value] : [])),
  };
};
