import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

/** Where the functions' log lines go: a file, and the newest of them in memory. */
export type FunctionLog = {
  readonly file: string;
  readonly write: (name: string, line: string) => void;
  /** The newest different lines that speak of trouble, shortened, oldest first. */
  readonly trouble: () => readonly string[];
  readonly close: () => Promise<void>;
};

const keptLines = 8;
const keptLength = 240;
const troubled = /\b(WARN|ERROR|CRITICAL|Error|Task timed out|messages go back)\b/;

type LogEntry = {
  readonly level?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly error?: { readonly message?: string };
};

/** One short sentence of a structured line; other lines as they are. */
const gist = (line: string): string => {
  try {
    // The cast reads the shape that Powertools gives its lines; whatever else is JSON comes out as it is.
    const { level, message, error, reason } = JSON.parse(line) as LogEntry;
    if (message === undefined) return line;
    return [level, message, error?.message ?? reason].filter((part) => part).join(': ');
  } catch {
    return line;
  }
};

/** Opens `functions.log` in a folder. */
export const createFunctionLog = (folder: string): FunctionLog => {
  const file = join(folder, 'functions.log');
  const stream = createWriteStream(file, { mode: 0o600 });
  // A disk that is full must not end the sandbox; the lines in memory remain.
  stream.on('error', () => undefined);
  const kept = new Set<string>();
  return {
    file,
    write: (name, line) => {
      stream.write(`${name}: ${line}\n`);
      if (!troubled.test(line)) return;
      const text = `${name}: ${gist(line)}`.slice(0, keptLength);
      kept.delete(text);
      kept.add(text);
      const [oldest = ''] = kept;
      if (kept.size > keptLines) kept.delete(oldest);
    },
    trouble: () => [...kept],
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
};
