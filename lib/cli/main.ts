import { randomBytes } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { systemClock } from '../adapters/system/system-clock.ts';
import { run } from './run.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The second one ends the program as it would without us.
  process.once(signal, () => stop.abort(new Error('Stopped')));
}
// A reader that went away, as in `… | head`, has seen all that it wanted.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

process.exitCode = await run(process.argv.slice(2), {
  out: (data) => void process.stdout.write(data),
  say: (line) => void process.stderr.write(`${line}\n`),
  readInput: () => text(addAbortSignal(stop.signal, process.stdin)),
  randomBytes,
  now: systemClock.now,
  sleep: systemClock.sleep,
  environment: process.env,
  signal: stop.signal,
});
