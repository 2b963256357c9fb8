import { badRequest } from '../status/faults.ts';

/** One requirement of a label selector, as `labels.Requirement` of apimachinery. */
export type Requirement = {
  readonly key: string;
  readonly operator: 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';
  readonly values: readonly string[];
};

const QUALIFIED =
  "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";

type Labels = { readonly [key: string]: string } | undefined;

const TOKEN = /\s*(!=|==|=|>|<|!|,|\(|\)|[^\s!=<>,()]+)/y;
const SYMBOLS = ['!=', '==', '=', '>', '<', '!', ',', '(', ')'];
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const PREFIX = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/**
 * Reads a label selector such as `app in (a, b),!old,tier!=web`.
 * Throws a 400 in the words of the API if it does not parse. Source: `labels.Parse`.
 */
export function parseLabelSelector(text: string): readonly Requirement[] {
  const tokens = tokenize(text);
  const requirements: Requirement[] = [];
  let position = 0;
  while (position < tokens.length) {
    const { requirement, next } = readRequirement(tokens, position);
    requirements.push(requirement);
    const separator = tokens[next];
    if (separator !== undefined && separator !== ',') {
      throw badRequest(`found '${separator}', expected: ',' or 'end of string'`);
    }
    const following = tokens[next + 1] ?? '';
    if (separator === ',' && following !== '!' && ['', ...SYMBOLS].includes(following)) {
      throw badRequest(`found '${following}', expected: identifier after ','`);
    }
    position = next + 1;
  }
  return requirements;
}

/** Tells whether labels meet all requirements. */
export function matchesLabels(requirements: readonly Requirement[], labels: Labels): boolean {
  return requirements.every((requirement) => meets(requirement, labels?.[requirement.key]));
}

function meets({ operator, values }: Requirement, value: string | undefined): boolean {
  switch (operator) {
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    case 'in':
      return value !== undefined && values.includes(value);
    case 'notin':
      return value === undefined || !values.includes(value);
    case 'gt':
      return value !== undefined && isInteger(value) && Number(value) > Number(values[0]);
    case 'lt':
      return value !== undefined && isInteger(value) && Number(value) < Number(values[0]);
  }
}

function isInteger(text: string): boolean {
  return /^[+-]?\d+$/.test(text);
}

function fault(reason: string): Error {
  return badRequest(`unable to parse requirement: ${reason}`);
}

function tokenize(text: string): readonly string[] {
  const tokens: string[] = [];
  const body = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < body.length) {
    const match = TOKEN.exec(body);
    if (match === null) throw fault(`cannot read '${body}'`);
    tokens.push(match[1] ?? '');
  }
  return tokens;
}

type Read = { readonly requirement: Requirement; readonly next: number };

function readRequirement(tokens: readonly string[], start: number): Read {
  const negated = tokens[start] === '!';
  const keyAt = negated ? start + 1 : start;
  const key = checkedKey(tokens[keyAt] ?? '', negated);
  if (negated) return { requirement: { key, operator: '!', values: [] }, next: keyAt + 1 };
  const operator = tokens[keyAt + 1];
  switch (operator) {
    case undefined:
    case ',':
      return { requirement: { key, operator: 'exists', values: [] }, next: keyAt + 1 };
    case '=':
    case '==':
    case '!=':
      return readExact(tokens, keyAt + 2, { key, negative: operator === '!=' });
    case '>':
    case '<':
      return readBound(tokens, keyAt + 2, { key, operator: operator === '>' ? 'gt' : 'lt' });
    case 'in':
    case 'notin':
      return readSet(tokens, keyAt + 2, { key, operator });
    default:
      throw fault(`found '${operator}', expected: in, notin, =, ==, !=, gt, lt`);
  }
}

function readExact(
  tokens: readonly string[],
  at: number,
  { key, negative }: { readonly key: string; readonly negative: boolean },
): Read {
  const token = tokens[at];
  const absent = token === undefined || token === ',';
  if (token !== undefined && token !== ',' && SYMBOLS.includes(token)) {
    throw fault(`found '${token}', expected: identifier`);
  }
  const value = checkedValue(key, absent ? '' : token);
  const requirement: Requirement = { key, operator: negative ? 'notin' : 'in', values: [value] };
  return { requirement, next: absent ? at : at + 1 };
}

function readBound(
  tokens: readonly string[],
  at: number,
  { key, operator }: { readonly key: string; readonly operator: 'gt' | 'lt' },
): Read {
  const value = tokens[at] ?? '';
  if (!isInteger(value)) {
    throw fault(
      `values[0]: Invalid value: "${value}": for 'Gt', 'Lt' operators, the value must be an integer`,
    );
  }
  return { requirement: { key, operator, values: [value] }, next: at + 1 };
}

function readSet(
  tokens: readonly string[],
  at: number,
  { key, operator }: { readonly key: string; readonly operator: 'in' | 'notin' },
): Read {
  if (tokens[at] !== '(') throw fault(`found '${tokens[at] ?? ''}' expected: '('`);
  const values: string[] = [];
  let index = at + 1;
  let expectsValue = true;
  for (; index < tokens.length && tokens[index] !== ')'; index += 1) {
    const token = tokens[index] ?? '';
    if (token === ',') {
      if (expectsValue) values.push('');
      expectsValue = true;
    } else {
      values.push(checkedValue(key, token));
      expectsValue = false;
    }
  }
  if (tokens[index] !== ')') throw fault("found '', expected: ',' or ')'");
  if (expectsValue) values.push('');
  return { requirement: { key, operator, values }, next: index + 1 };
}

function checkedKey(key: string, negated: boolean): string {
  if (key === '' && negated) throw fault("found '', expected: identifier");
  if (SYMBOLS.includes(key)) {
    throw badRequest(`found '${key}', expected: !, identifier, or 'end of string'`);
  }
  const slash = key.indexOf('/');
  const name = slash < 0 ? key : key.slice(slash + 1);
  const prefixFits = slash < 0 || PREFIX.test(key.slice(0, slash));
  if (prefixFits && NAME.test(name)) return key;
  if (name.includes('/')) throw fault(`<nil>: Invalid value: "${key}": ${QUALIFIED}`);
  throw fault(
    `<nil>: Invalid value: "${key}": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
  );
}

function checkedValue(key: string, value: string): string {
  if (value === '' || NAME.test(value)) return value;
  throw fault(
    `values[0][${key}]: Invalid value: "${value}": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
  );
}
