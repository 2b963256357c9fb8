#!/usr/bin/env node
/**
 * The command `seamark`. Its sources are TypeScript, which Node runs as it is from 24 on; an older Node, such as a link from outside
 * the project finds, hands over to the one that npm brought along. Only this file must run on that older one.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const neededMajor = 24;
const here = fileURLToPath(import.meta.url);
const bundled = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= neededMajor) {
  await import('./main.ts');
} else if (existsSync(bundled)) {
  const child = spawn(bundled, [here, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches the child by itself, which ends when it has tidied up.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  process.stderr.write(
    `Cannot run seamark on Node ${process.versions.node}: it needs ${neededMajor}; npm ci in the project brings one\n`,
  );
  process.exitCode = 1;
}
