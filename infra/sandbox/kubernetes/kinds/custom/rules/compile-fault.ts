import type { TypeError as CheckError, ParseError } from '@marcbachmann/cel-js';
import { isBag } from '../../object/json-access.ts';

type CelError = ParseError | CheckError | undefined;

/** What is wrong, and the column (from 0) that cel-go points at. */
type Told = { readonly text: string; readonly at: number };

type Reading = (match: RegExpExecArray, at: number, error: CelError) => Told;

/** The engine's words, and those of cel-go. */
const READINGS: readonly (readonly [RegExp, Reading])[] = [
  [/^No such key: (.+)$/, ([, name], at) => ({ text: `undefined field '${name}'`, at: at - 1 })],
  [
    /^Unknown variable: (.+)$/,
    ([, name], at) => ({ text: `undeclared reference to '${name}' (in container '')`, at }),
  ],
  [
    /^no such overload: (.+?) (==|!=|<=|>=|<|>|\+|-|\*|\/|%|in) (.+)$/,
    ([, left, operator, right], at, error) => ({
      text: `found no matching overload for '_${operator}_' applied to '(${left}, ${right})'`,
      at: operatorAt(error) ?? at,
    }),
  ],
  [
    /^found no matching overload for '(?:.+\.)?(\w+)\(/,
    ([, name], at, error) => ({
      text: `undeclared reference to '${name}' (in container '')`,
      at: callAt(name ?? '', error) ?? at,
    }),
  ],
];

function inputOf(error: CelError): string {
  const { node } = error ?? {};
  return node !== undefined && 'input' in node ? (node.input ?? '') : '';
}

/** An operator stands behind its left operand. */
function operatorAt(error: CelError): number | undefined {
  const { node } = error ?? {};
  const args: unknown = node === undefined || !('args' in node) ? undefined : node.args;
  const left: unknown = Array.isArray(args) ? args[0] : undefined;
  if (!isBag(left) || typeof left['end'] !== 'number') return undefined;
  const gap = /^\s*/.exec(inputOf(error).slice(left['end']))?.[0].length ?? 0;
  return left['end'] + gap;
}

/** A call is known by its bracket. */
function callAt(name: string, error: CelError): number | undefined {
  const found = inputOf(error).indexOf(`${name}(`, error?.range?.start ?? 0);
  return found < 0 ? undefined : found + name.length;
}

/** A fault of an expression as `compilation failed: ERROR: …` tells it, with the line and a mark below it. */
export function compileFault(expression: string, error: CelError): string {
  const summary = error?.summary ?? 'malformed';
  const start = error?.range?.start ?? 0;
  const told = READINGS.map(([form, read]) => {
    const match = form.exec(summary);
    return match === null ? undefined : read(match, start, error);
  }).find((each) => each !== undefined);
  const { text, at } = told ?? { text: `Syntax error: ${summary}`, at: start };
  const before = expression.slice(0, at).split('\n');
  const line = expression.split('\n')[before.length - 1] ?? '';
  const column = before.at(-1)?.length ?? 0;
  const mark = `${'.'.repeat(column)}^`;
  return `compilation failed: ERROR: <input>:${before.length}:${column + 1}: ${text}\n | ${line}\n | ${mark}`;
}
