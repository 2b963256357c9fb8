import { runTool } from './run-tool.ts';
import type { Tool, ToolContext } from './tool.ts';

/** What a command line came to. */
export type ToolResult = { readonly code: number; readonly out: string; readonly talk: string };

/** Runs a command line of a tool without a process; `given` replaces parts of its surroundings. */
export const runInMemory = async (
  tool: Tool,
  line: readonly string[],
  given: Partial<ToolContext> = {},
): Promise<ToolResult> => {
  let out = '';
  let talk = '';
  const code = await runTool(tool, line, {
    out: (text) => {
      out += text;
    },
    say: (text) => {
      talk += `${text}\n`;
    },
    now: () => 0,
    signal: new AbortController().signal,
    ...given,
  });
  return { code, out, talk };
};
