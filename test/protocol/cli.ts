import { parseArgs } from 'node:util';
import type { Configuration } from './configuration.ts';
import { longConfigurations, quickConfigurations } from './configurations.ts';
import { explore } from './explorer.ts';
import { openScene } from './scene.ts';
import { tellExploration } from './tell.ts';

const help = `Tries every order of steps, and every fault at every step, of the queue and ledger protocol in small worlds.

Usage: npm run explore -- [--long] [--only <text>] [--executions <n>]

  --long            also the configurations that take minutes
  --only <text>     only configurations whose name has this text
  --executions <n>  stop a configuration after so many runs (default 1000000)
  --help            this text

Ends with 1 if a promise was broken; the steps that lead there are told. A configuration is "complete" if nothing was left out.
`;

const readArguments = () => {
  const { values } = parseArgs({
    options: {
      long: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      executions: { type: 'string', default: '1000000' },
      help: { type: 'boolean', default: false },
    },
  });
  const executions = Number(values.executions);
  if (Number.isInteger(executions) && executions > 0) return { ...values, executions };
  throw new Error(`Cannot read --executions ${values.executions}: give a whole number above 0`);
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const chosen = (long: boolean, only: string): readonly Configuration[] =>
  [...quickConfigurations, ...(long ? longConfigurations : [])].filter(({ name }) =>
    name.includes(only),
  );

const main = async (): Promise<void> => {
  const { help: wantsHelp, long, only, executions } = readArguments();
  if (wantsHelp) return say(help);
  for (const configuration of chosen(long, only)) {
    const startedAt = performance.now();
    const exploration = await explore(() => openScene(configuration), { executions });
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    say(`${configuration.name}: ${tellExploration(exploration)} in ${seconds} s`);
    for (const line of exploration.counterexample?.words ?? []) say(`  ${line}`);
    for (const name of exploration.counterexample?.path ?? []) say(`    ${name}`);
    if (exploration.counterexample !== undefined) process.exitCode = 1;
  }
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
