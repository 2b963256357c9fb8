/** One step of a JSONPath. */
export type PathStep =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'descend' }
  | { readonly kind: 'index'; readonly index: number }
  | {
      readonly kind: 'slice';
      readonly from: number | undefined;
      readonly to: number | undefined;
      readonly every: number;
    }
  | { readonly kind: 'union'; readonly paths: readonly (readonly PathStep[])[] }
  | {
      readonly kind: 'filter';
      readonly left: readonly PathStep[];
      /** Undefined where the filter only asks whether the path leads anywhere. */
      readonly operator: string | undefined;
      readonly right: Operand;
    };

type Operand =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'path'; readonly path: readonly PathStep[] };

const NOTHING: Operand = { kind: 'literal', value: undefined };
const NAME = /^(?:\\.|[^\s.[\]()=!<>,'"@?*$\\])+/;
const QUOTED = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')$/;
const OPERATOR = /(==|!=|<=|>=|<|>)/;

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}

function quotedText(text: string): string | undefined {
  const match = QUOTED.exec(text);
  const inner = match?.[1] ?? match?.[2];
  return inner === undefined ? undefined : unescaped(inner);
}

/** Where the bracket that opens a text closes, quotes and inner brackets skipped; -1 if it does not. */
function closingAt(text: string): number {
  let depth = 0;
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[[\]]/g)) {
    if (token[0] === '[') depth += 1;
    if (token[0] !== ']') continue;
    depth -= 1;
    if (depth === 0) return token.index;
  }
  return -1;
}

function literalOf(text: string): Operand | undefined {
  const quoted = quotedText(text);
  if (quoted !== undefined) return { kind: 'literal', value: quoted };
  if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true' };
  if (/^-?\d+(\.\d+)?$/.test(text)) return { kind: 'literal', value: Number(text) };
  if (!/^[@$]/.test(text)) return undefined;
  const path = parseSteps(text.slice(1));
  return path === undefined ? undefined : { kind: 'path', path };
}

function filterOf(text: string): PathStep | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('@')) return undefined;
  const match = OPERATOR.exec(trimmed);
  const leftText = trimmed.slice(1, match?.index).trim();
  const left = parseSteps(leftText);
  if (left === undefined) return undefined;
  if (match === null) return { kind: 'filter', left, operator: undefined, right: NOTHING };
  const [operator] = match;
  const right = literalOf(trimmed.slice(match.index + operator.length).trim());
  return right === undefined ? undefined : { kind: 'filter', left, operator, right };
}

function sliceOf(text: string): PathStep | undefined {
  const match = /^(-?\d+)?:(-?\d+)?(?::(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const number = (part: string | undefined) => (part === undefined ? undefined : Number(part));
  return {
    kind: 'slice',
    from: number(match[1]),
    to: number(match[2]),
    every: number(match[3]) ?? 1,
  };
}

function oneOf(text: string): PathStep | undefined {
  const quoted = quotedText(text);
  if (quoted !== undefined) return { kind: 'field', name: quoted };
  if (text === '*') return { kind: 'wildcard' };
  return /^-?\d+$/.test(text) ? { kind: 'index', index: Number(text) } : sliceOf(text);
}

function bracketStep(text: string): PathStep | undefined {
  const filter = /^\?\((.*)\)$/s.exec(text);
  if (filter !== null) return filterOf(filter[1] ?? '');
  const single = oneOf(text.trim());
  if (single !== undefined) return single;
  const parts = text.split(',').map((part) => oneOf(part.trim()));
  const paths = parts.flatMap((step) => (step === undefined ? [] : [[step]]));
  const whole = parts.length > 1 && paths.length === parts.length;
  return whole ? { kind: 'union', paths } : undefined;
}

type Read = { readonly step: PathStep; readonly rest: string };

function readNamed(text: string): Read | undefined {
  if (text.startsWith('*')) return { step: { kind: 'wildcard' }, rest: text.slice(1) };
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return undefined;
  return { step: { kind: 'field', name: unescaped(name) }, rest: text.slice(name.length) };
}

function readStep(text: string): Read | undefined {
  if (text.startsWith('..')) return { step: { kind: 'descend' }, rest: text.slice(1) };
  if (text.startsWith('.[')) return readStep(text.slice(1));
  if (text.startsWith('.')) return readNamed(text.slice(1));
  const end = text.startsWith('[') ? closingAt(text) : -1;
  const step = end < 0 ? undefined : bracketStep(text.slice(1, end));
  return step === undefined ? undefined : { step, rest: text.slice(end + 1) };
}

/** The steps of a JSONPath that starts with `.` or `[`; undefined if it is malformed. */
export function parseSteps(text: string): readonly PathStep[] | undefined {
  const steps: PathStep[] = [];
  let rest = text === '.' ? '' : text;
  while (rest !== '') {
    const read = readStep(rest);
    if (read === undefined) return undefined;
    steps.push(read.step);
    rest = read.rest;
  }
  return steps;
}
