import type { Words } from '../../lib/cli/command.ts';
import { UsageError } from '../../lib/cli/words/usage-error.ts';
import { wholeNumber } from '../command/numbers.ts';
import { createPace, tellEveryMs } from '../command/pace.ts';
import type { Tool, ToolContext } from '../command/tool.ts';
import { turn } from '../command/turn.ts';
import type { Configuration } from './configuration.ts';
import { longConfigurations, quickConfigurations } from './configurations.ts';
import { explore } from './explorer.ts';
import { openScene } from './scene.ts';
import { tellExploration } from './tell.ts';

const defaultExecutions = 1_000_000;

const chosen = (long: boolean, only: string): readonly Configuration[] => {
  const has = ({ name }: Configuration): boolean => name.includes(only);
  const all = [...quickConfigurations, ...(long ? longConfigurations : [])];
  const found = all.filter(has);
  if (found.length > 0) return found;
  const hint = longConfigurations.some(has)
    ? 'only with --long is there one'
    : `there are ${all.map(({ name }) => JSON.stringify(name)).join(', ')}`;
  throw new UsageError(`Cannot use ${JSON.stringify(only)} as --only: no name has it; ${hint}`);
};

const run = async (words: Words, { out, say, now, signal }: ToolContext): Promise<number> => {
  const executions = wholeNumber(words, 'executions', { least: 1 }) ?? defaultExecutions;
  const configurations = chosen(words.has('long'), words.value('only') ?? '');
  const tell = (line: string): void => out(`${line}\n`);
  const isDue = createPace(tellEveryMs, now);
  let broken = false;
  for (const configuration of configurations) {
    const between = async (): Promise<void> => {
      await turn(signal);
      if (isDue()) say(`still at it: ${configuration.name}`);
    };
    const startedAt = performance.now();
    const exploration = await explore(() => openScene(configuration), { executions, between });
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    tell(`${configuration.name}: ${tellExploration(exploration)} in ${seconds} s`);
    for (const line of exploration.counterexample?.words ?? []) tell(`  ${line}`);
    for (const name of exploration.counterexample?.path ?? []) tell(`    ${name}`);
    broken ||= exploration.counterexample !== undefined;
  }
  return broken ? 1 : 0;
};

/** `npm run explore`. */
export const exploreTool: Tool = {
  name: 'explore',
  summary:
    'Tries every order of steps, and every fault at every step, of the queue and ledger protocol in small worlds.',
  usage: ['[--long] [--only TEXT] [--executions N]'],
  flags: [
    { name: 'long', summary: 'also the configurations that take minutes' },
    { name: 'only', value: 'TEXT', summary: 'only configurations whose name has this text' },
    {
      name: 'executions',
      value: 'N',
      summary: `stop a configuration after so many runs (default ${defaultExecutions})`,
    },
  ],
  detail: [
    'Ends with 1 if a promise was broken; the steps that lead there are told. A configuration is "complete" if nothing was left out.',
  ],
  run,
};
