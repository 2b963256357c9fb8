import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';

/** Where the functions' log lines go: two files, and the newest of them in memory. */
export type FunctionLog = {
  readonly file: string;
  /** Metrics, apart from what people read. */
  readonly metricsFile: string;
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

/** Documents of CloudWatch's embedded metric format begin so, as Powertools writes them. */
const metricsStart = '{"_aws":';

const open = (file: string): WriteStream => {
  const stream = createWriteStream(file, { mode: 0o600 });
  // A disk that is full must not end the sandbox; the lines in memory remain.
  stream.on('error', () => undefined);
  return stream;
};

const closed = (stream: WriteStream): Promise<void> =>
  new Promise((resolve) => stream.end(() => resolve()));

/** Opens `functions.log` and `metrics.log` in a folder. */
export const createFunctionLog = (folder: string): FunctionLog => {
  const file = join(folder, 'functions.log');
  const metricsFile = join(folder, 'metrics.log');
  const lines = open(file);
  const metrics = open(metricsFile);
  const kept = new Set<string>();
  return {
    file,
    metricsFile,
    write: (name, line) => {
      if (line.startsWith(metricsStart)) {
        metrics.write(`${name}: ${line}\n`);
        return;
      }
      lines.write(`${name}: ${line}\n`);
      if (!troubled.test(line)) return;
      const text = `${name}: ${gist(line)}`.slice(0, keptLength);
      kept.delete(text);
      kept.add(text);
      const [oldest = ''] = kept;
      if (kept.size > keptLines) kept.delete(oldest);
    },
    trouble: () => [...kept],
    close: async () => {
      await Promise.all([closed(lines), closed(metrics)]);
    },
  };
};
