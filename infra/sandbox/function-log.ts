import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

/** Where the functions' log lines go: a file, and the newest of them in memory. */
export type FunctionLog = {
  readonly file: string;
  readonly write: (name: string, line: string) => void;
  /** The newest lines that speak of trouble, oldest first. */
  readonly trouble: () => readonly string[];
  readonly close: () => Promise<void>;
};

const keptLines = 8;
const troubled = /\b(WARN|ERROR|Error|CRITICAL|Task timed out|messages go back)\b/;

/** Opens `functions.log` in a folder. */
export const createFunctionLog = (folder: string): FunctionLog => {
  const file = join(folder, 'functions.log');
  const stream = createWriteStream(file, { mode: 0o600 });
  // A disk that is full must not end the sandbox; the lines in memory remain.
  stream.on('error', () => undefined);
  const kept: string[] = [];
  return {
    file,
    write: (name, line) => {
      const text = `${name}: ${line}`;
      stream.write(`${text}\n`);
      if (!troubled.test(line)) return;
      kept.push(text);
      if (kept.length > keptLines) kept.shift();
    },
    trouble: () => [...kept],
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
};
