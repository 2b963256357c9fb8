import type { Logger } from '@aws-lambda-powertools/logger';
import type { LogFields, LogValue, Telemetry } from '../../ports/telemetry.ts';

/** Longest text in a log line; CloudWatch Logs takes 1 MB an event, a reader far less. */
const maxTextLength = 1000;

/** One JSON line each through the logger; texts come from elsewhere, so they are cleaned and cut. */
export const createTelemetry = (logger: Pick<Logger, 'info' | 'warn' | 'error'>): Telemetry => ({
  info: (message, fields) => logger.info(clean(message), cleanFields(fields)),
  warn: (message, fields) => logger.warn(clean(message), cleanFields(fields)),
  error: (message, fields, error) =>
    logger.error(clean(message), { ...cleanFields(fields), error: toError(error) }),
});

/** Control, format and line-breaking characters, which could forge a line or turn a terminal's text around. */
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

const clean = (text: string): string => {
  const plain = text.replace(unprintable, ' ').toWellFormed();
  return plain.length <= maxTextLength ? plain : `${plain.slice(0, maxTextLength - 1)}…`;
};

const cleanFields = (fields: LogFields): Record<string, LogValue> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cleanValue(value)]));

const cleanValue = (value: LogValue): LogValue => {
  if (typeof value === 'string') return clean(value);
  return Array.isArray(value) ? value.map(clean) : value;
};

const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(`thrown: ${String(thrown)}`);
