import type { Flag, Words } from '../../lib/cli/command.ts';

/** What a tool works with besides its words. */
export type ToolContext = {
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Writes a line to standard error. */
  readonly say: (line: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Fires when somebody wants the tool to end; it then tidies up and rejects, or returns what it has. */
  readonly signal: AbortSignal;
};

/** One command of those who work on the project, run by npm. */
export type Tool = {
  /** As `npm run` calls it. */
  readonly name: string;
  /** What it does, in a line of `--help`. */
  readonly summary: string;
  /** What may stand after `--`, a line for each way to call it. */
  readonly usage: readonly string[];
  readonly flags: readonly Flag[];
  /** Lines of `--help` below the flags. */
  readonly detail: readonly string[];
  /** It takes words besides its flags. */
  readonly takesWords?: boolean;
  /**
   * Does it; returns the exit code: 0, or 1 where what it looks at is not as it should be. Throws `UsageError` for words that can't be
   * meant, any other error for what went wrong.
   */
  readonly run: (words: Words, context: ToolContext) => Promise<number>;
};
