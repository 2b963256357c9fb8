/** A JSON filter pattern of CloudWatch Logs, ready to be asked. */
export type LogFilter = (event: unknown) => boolean;

type Token = { readonly kind: 'word' | 'text' | 'operator' | 'bracket'; readonly text: string };
type Reader = { readonly peek: () => Token | undefined; readonly next: () => Token };

const tokens =
  /\s*(?:(?<text>"(?:[^"\\]|\\.)*")|(?<operator>&&|\|\||!=|<=|>=|=|<|>)|(?<bracket>[(){}])|(?<word>[^\s"(){}=!<>&|]+))/gy;

/**
 * Reads a pattern as the user guide of CloudWatch Logs describes it ("Filter pattern syntax for … JSON log events"): comparisons of
 * `$.a.b` with texts (with `*` at either end) and numbers, EXISTS, `&&` before `||`, brackets. Where the guide leaves open what a missing
 * field does, it matches nothing: a pattern must not rely on more. Throws for anything else.
 */
export const readLogFilter = (pattern: string): LogFilter => {
  const reader = createReader(pattern);
  expect(reader, '{');
  const filter = readAny(reader);
  expect(reader, '}');
  if (reader.peek() !== undefined) throw new Error(`Cannot read ${pattern}: it goes on`);
  return filter;
};

const createReader = (pattern: string): Reader => {
  const list: Token[] = [];
  let end = 0;
  for (const match of pattern.matchAll(tokens)) {
    const [kind, text] = Object.entries(match.groups ?? {}).find(([, one]) => one) ?? [];
    if (kind === undefined || text === undefined) break;
    list.push({ kind: kind as Token['kind'], text }); // the names of the groups are the kinds
    end = match.index + match[0].length;
  }
  if (pattern.slice(end).trim() !== '') {
    throw new Error(`Cannot read a filter pattern from "${pattern.slice(end)}" on`);
  }
  let at = 0;
  return {
    peek: () => list[at],
    next: () => {
      const token = list[at];
      if (token === undefined) throw new Error(`Cannot read ${pattern}: it ends too early`);
      at += 1;
      return token;
    },
  };
};

const expect = (reader: Reader, text: string): void => {
  const token = reader.next();
  if (token.text !== text) throw new Error(`Cannot read "${token.text}": "${text}" is due`);
};

const chain =
  (operator: string, read: (reader: Reader) => LogFilter, join: 'some' | 'every') =>
  (reader: Reader): LogFilter => {
    const terms = [read(reader)];
    while (reader.peek()?.text === operator) {
      reader.next();
      terms.push(read(reader));
    }
    return (event) => terms[join]((term) => term(event));
  };

const readTerm = (reader: Reader): LogFilter => {
  if (reader.peek()?.text !== '(') return readComparison(reader);
  reader.next();
  const inner = readAny(reader);
  expect(reader, ')');
  return inner;
};

const readAll = chain('&&', readTerm, 'every');
const readAny: (reader: Reader) => LogFilter = chain('||', readAll, 'some');

const readComparison = (reader: Reader): LogFilter => {
  const selector = reader.next().text;
  if (!selector.startsWith('$.')) throw new Error(`Cannot read "${selector}": it is no selector`);
  const path = selector.slice(2).split('.');
  const operator = reader.next().text;
  if (operator === 'NOT') {
    expect(reader, 'EXISTS');
    return (event) => fieldAt(event, path) === undefined;
  }
  const wanted = reader.next();
  return wanted.kind === 'text'
    ? compareText(path, operator, JSON.parse(wanted.text))
    : compareNumber(path, operator, Number(wanted.text));
};

const compareText = (path: readonly string[], operator: string, wanted: string): LogFilter => {
  const is = likeness(wanted);
  switch (operator) {
    case '=':
      return (event) => isTextAt(event, path, is);
    case '!=':
      return (event) => isTextAt(event, path, (text) => !is(text));
    default:
      throw new Error(`Cannot compare texts by ${operator}`);
  }
};

const isTextAt = (
  event: unknown,
  path: readonly string[],
  is: (text: string) => boolean,
): boolean => {
  const value = fieldAt(event, path);
  return typeof value === 'string' && is(value);
};

const likeness = (wanted: string): ((text: string) => boolean) => {
  const bare = wanted.replace(/^\*|\*$/g, '');
  if (bare.includes('*')) throw new Error(`Cannot read "${wanted}": a * stands in the middle`);
  const [open, end] = [wanted.startsWith('*'), wanted.endsWith('*')];
  if (open && end) return (text) => text.includes(bare);
  if (open) return (text) => text.endsWith(bare);
  return end ? (text) => text.startsWith(bare) : (text) => text === bare;
};

const numberComparisons: {
  readonly [operator: string]: (value: number, wanted: number) => boolean;
} = {
  '=': (value, wanted) => value === wanted,
  '!=': (value, wanted) => value !== wanted,
  '<': (value, wanted) => value < wanted,
  '<=': (value, wanted) => value <= wanted,
  '>': (value, wanted) => value > wanted,
  '>=': (value, wanted) => value >= wanted,
};

const compareNumber = (path: readonly string[], operator: string, wanted: number): LogFilter => {
  const comparison = numberComparisons[operator];
  if (comparison === undefined || Number.isNaN(wanted)) {
    throw new Error(`Cannot compare numbers by ${operator} ${wanted}`);
  }
  return (event) => {
    const value = fieldAt(event, path);
    return typeof value === 'number' && comparison(value, wanted);
  };
};

const fieldAt = (event: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined,
    event,
  );
