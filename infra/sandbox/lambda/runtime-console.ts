import { format } from 'node:util';
import type { InvocationError } from './invoke-result.ts';

const levels = {
  trace: 'TRACE',
  debug: 'DEBUG',
  info: 'INFO',
  log: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
} as const;

/**
 * Makes `console` write as it does on Lambda in text format: time, request id, level and message, parted by
 * tabs, line feeds inside a message turned into carriage returns so that one call is one log line.
 * Returns the way in which the runtime itself logs an error.
 */
export function patchConsole(
  requestId: () => string | undefined,
): (label: string, error: InvocationError) => void {
  const write = (level: string, parts: readonly unknown[]): void => {
    const fields = [new Date().toISOString(), requestId() ?? 'undefined', level, format(...parts)];
    process.stdout.write(`${fields.join('\t').replaceAll('\n', '\r')}\n`);
  };
  for (const [method, level] of Object.entries(levels)) {
    const value = (...parts: readonly unknown[]): void => write(level, parts);
    Object.defineProperty(console, method, { value, writable: true });
  }
  return (label, error) => write('ERROR', [label, `\t${JSON.stringify(error)}`]);
}
