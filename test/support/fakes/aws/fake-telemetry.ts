import type { LogFields, Telemetry } from '../../../../lib/ports/telemetry.ts';

/** One recorded log line. */
export type FakeLine = {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
  readonly error?: unknown;
};

/** Telemetry that keeps its lines. */
export type FakeTelemetry = Telemetry & { readonly lines: () => readonly FakeLine[] };

/** Starts with no lines. */
export const createFakeTelemetry = (): FakeTelemetry => {
  const lines: FakeLine[] = [];
  return {
    info: (message, fields) => void lines.push({ level: 'info', message, fields }),
    warn: (message, fields) => void lines.push({ level: 'warn', message, fields }),
    error: (message, fields, error) => void lines.push({ level: 'error', message, fields, error }),
    lines: () => [...lines],
  };
};
