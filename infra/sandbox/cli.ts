import { resolve } from 'node:path';
import { runCommand } from './control/command.ts';
import { readEndpoints } from './state-folder.ts';
import { createScreen } from './view/screen.ts';

const now = (): number => Date.now();

// A reader that went away, as in `… | head`, has seen all that it wanted.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

process.exitCode = await runCommand(process.argv.slice(2), {
  out: createScreen(process.stdout, now),
  err: createScreen(process.stderr, now),
  endpoints: () => readEndpoints(resolve('.sandbox')),
});
