import { resolve } from 'node:path';
import { runCommand } from './control/command.ts';
import { readEndpoints } from './state-folder.ts';
import { createScreen } from './view/screen.ts';

const now = (): number => Date.now();

process.exitCode = await runCommand(process.argv.slice(2), {
  out: createScreen(process.stdout, now),
  err: createScreen(process.stderr, now),
  endpoints: () => readEndpoints(resolve('.sandbox')),
});
