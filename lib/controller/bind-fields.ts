import type { LogFields, Telemetry } from '../ports/telemetry.ts';

/** Telemetry whose lines all carry these fields. */
export const bindFields = (telemetry: Telemetry, bound: LogFields): Telemetry => ({
  info: (message, fields) => telemetry.info(message, { ...bound, ...fields }),
  warn: (message, fields) => telemetry.warn(message, { ...bound, ...fields }),
  error: (message, fields, error) => telemetry.error(message, { ...bound, ...fields }, error),
  measure: telemetry.measure,
});
