import type { EpochMs, Ms } from '../core/model/time.ts';

/** What a command line works with besides its words. */
export type CliContext = {
  /** Data: what another program or a file takes. */
  readonly out: (text: string) => void;
  /** Talk: what a person reads. One line, without its line feed. */
  readonly say: (line: string) => void;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
  /** Bytes that nobody can guess. */
  readonly randomBytes: (size: number) => Uint8Array;
  readonly now: () => EpochMs;
  readonly sleep: (spanMs: Ms, signal?: AbortSignal) => Promise<void>;
  readonly environment: { readonly [name: string]: string | undefined };
  /** Fires with Ctrl-C. */
  readonly signal: AbortSignal;
};

/** One flag of a command. */
export type Flag = {
  readonly name: string;
  /** What its value is called in help; absent for a flag without one. */
  readonly value?: string;
  /** The only values there are. */
  readonly choices?: readonly string[];
  readonly summary: string;
};

/** The words of a command line, as its flags say. */
export type Words = {
  readonly positionals: readonly string[];
  readonly has: (flag: string) => boolean;
  readonly value: (flag: string) => string | undefined;
};

/** One verb of the command line. */
export type Command = {
  readonly name: string;
  /** What stands between the name and the flags, such as `NAME`. */
  readonly positionals: readonly string[];
  readonly summary: string;
  /** Lines of `--help` below the flags. */
  readonly detail: readonly string[];
  readonly flags: readonly Flag[];
  /** Does it; returns the exit code. Throws `UsageError` for words that can't be meant, any other error for what went wrong. */
  readonly run: (words: Words, context: CliContext) => Promise<number>;
};
