import { constants } from 'node:os';
import { runTool } from './run-tool.ts';
import { Stopped } from './stopped.ts';
import type { Tool } from './tool.ts';

const { signals } = constants;

/** npm passes a Ctrl-C on that the tool has heard already; whoever asks again after that long means it. */
const impatientAfterMs = 1_000;

/** Aborts at Ctrl-C and its like, and when nobody reads the output any more, as in `… | head`. */
const stopSignal = (): AbortSignal => {
  const stop = new AbortController();
  let since: number | undefined;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const code = 128 + signals[name];
    process.on(name, () => {
      since ??= performance.now();
      if (performance.now() - since > impatientAfterMs) process.exit(code);
      stop.abort(new Stopped(name, code));
    });
  }
  const unread = new Stopped('SIGPIPE', 128 + signals.SIGPIPE, { quietly: true });
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) =>
      stop.abort(error.code === 'EPIPE' ? unread : error),
    );
  return stop.signal;
};

/** The process of a tool: reads its words, runs it, and sets the exit code. */
export const main = async (tool: Tool): Promise<void> => {
  const signal = stopSignal();
  process.exitCode = await runTool(tool, process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    say: (line) => void process.stderr.write(`${line}\n`),
    now: Date.now,
    signal,
  });
};
