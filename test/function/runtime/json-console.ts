import { format } from 'node:util';

const levels = {
  trace: 'TRACE',
  debug: 'DEBUG',
  info: 'INFO',
  log: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
} as const;

const priority = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];

/**
 * Makes `console` write one JSON object a call, from the level of `AWS_LAMBDA_LOG_LEVEL` up, as the runtime does for a function whose
 * log format is JSON (Lambda Developer Guide, "Using Lambda advanced logging controls with Node.js"). Returns the way in which the
 * runtime itself logs an error.
 */
export const patchJsonConsole = (
  requestId: () => string | undefined,
): ((label: string, error: unknown) => void) => {
  const least = priority.indexOf(process.env['AWS_LAMBDA_LOG_LEVEL'] ?? 'TRACE');
  const write = (level: string, parts: readonly unknown[]): void => {
    if (priority.indexOf(level) < least) return;
    const line = {
      timestamp: new Date().toISOString(),
      level,
      requestId: requestId() ?? '-',
      message: format(...parts),
    };
    process.stdout.write(`${JSON.stringify(line)}
`);
  };
  for (const [method, level] of Object.entries(levels)) {
    const value = (...parts: readonly unknown[]): void => write(level, parts);
    Object.defineProperty(console, method, { value, writable: true });
  }
  return (label, error) => write('ERROR', [label, error]);
};
