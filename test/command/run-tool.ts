import { flagLines } from '../../lib/cli/words/help.ts';
import { readWords } from '../../lib/cli/words/read-words.ts';
import { UsageError } from '../../lib/cli/words/usage-error.ts';
import { Stopped } from './stopped.ts';
import type { Tool, ToolContext } from './tool.ts';
import { turn } from './turn.ts';

const failed = 1;
const misused = 2;

/**
 * Runs one command line of a tool; returns its exit code and rejects for nothing: what the tool returns, 1 with one reason where it
 * throws, 2 with one line for words that can't be meant, that of {@link Stopped} if somebody ended it.
 */
export const runTool = async (
  tool: Tool,
  args: readonly string[],
  context: ToolContext,
): Promise<number> => {
  if (args.some((word) => word === '--help' || word === '-h')) {
    context.out(toolHelp(tool));
    return 0;
  }
  try {
    const code = await tool.run(readAll(tool, args), context);
    return code === 0 ? (stopCode(context) ?? 0) : code;
  } catch (error) {
    // Ctrl-C ends child processes too, whose end may be heard of before the signal.
    await turn();
    const stopped = stopCode(context);
    if (stopped !== undefined) return stopped;
    context.say(messageOf(error));
    return error instanceof UsageError ? misused : failed;
  }
};

const stopCode = ({ signal, say }: ToolContext): number | undefined => {
  if (!signal.aborted) return undefined;
  const reason: unknown = signal.reason;
  if (!(reason instanceof Stopped && reason.quietly)) say(messageOf(reason));
  return reason instanceof Stopped ? reason.exitCode : failed;
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const readAll = (tool: Tool, args: readonly string[]) => {
  const refused = (reason: string) => new UsageError(`Cannot run ${tool.name}: ${reason}`);
  const words = readWords(args, tool.flags, refused);
  const [first] = words.positionals;
  if (first !== undefined && tool.takesWords !== true)
    throw refused(`"${first}" is one word too many`);
  return words;
};

const toolHelp = ({ name, summary, usage, flags, detail }: Tool): string => {
  const calls = (usage.length === 0 ? [''] : usage).map((words, at) =>
    `${at === 0 ? 'Usage:' : '      '} npm run ${name}${words === '' ? '' : ` -- ${words}`}`.trimEnd(),
  );
  const lines = [summary, '', ...calls, '', ...flagLines(flags)];
  return `${[...lines, ...(detail.length > 0 ? ['', ...detail] : [])].join('\n')}\n`;
};
