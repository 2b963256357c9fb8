/** Collects log lines and lets a test wait for one. */
export interface LineLog {
  readonly write: (line: string) => void;
  readonly lines: readonly string[];
  /** Resolves with the first line, past or to come, that matches. */
  readonly next: (pattern: RegExp) => Promise<string>;
}

/** Starts an empty log. */
export const createLineLog = (): LineLog => {
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  return {
    lines,
    write: (line) => {
      lines.push(line);
      for (const look of waiting) look(line);
    },
    next: (pattern) => {
      const past = lines.find((line) => pattern.test(line));
      if (past !== undefined) return Promise.resolve(past);
      return new Promise((resolve) => {
        const look = (line: string): void => {
          if (!pattern.test(line)) return;
          waiting.delete(look);
          resolve(line);
        };
        waiting.add(look);
      });
    },
  };
};
