import type { Statement } from './iam-policy.ts';
import type { Plain, PlainObject } from './plain-values.ts';

/** A request as IAM judges it: keys of the context have one value or several. */
export type Request = {
  readonly action: string;
  readonly resource: string;
  readonly context: { readonly [key: string]: string | readonly string[] };
};

/** What IAM decides of a request by these statements: an explicit deny beats all, and nothing is denied too. */
export const isAllowed = (statements: readonly Statement[], request: Request): boolean => {
  const matching = statements.filter((statement) => matches(statement, request));
  return (
    matching.some(({ effect }) => effect === 'Allow') &&
    !matching.some(({ effect }) => effect === 'Deny')
  );
};

/** Actions are compared without case, resources with it (IAM, "JSON policy elements"). */
const matches = ({ actions, resources, conditions }: Statement, request: Request): boolean =>
  actions.some((action) => isLike(request.action.toLowerCase(), action.toLowerCase())) &&
  resources.some((resource) => isLike(request.resource, resource)) &&
  Object.entries(conditions).every(([operator, keys]) => holds(operator, keys, request.context));

type Context = Request['context'];
type Comparison = (value: string, wanted: string) => boolean;

const comparisons: { readonly [operator: string]: Comparison } = {
  StringEquals: (value, wanted) => value === wanted,
  StringLike: (value, wanted) => isLike(value, wanted),
};

/** All keys of an operator must hold. Throws for an operator that nobody taught this reader, rather than guess. */
const holds = (operator: string, keys: Plain, context: Context): boolean => {
  const [first = '', second] = operator.split(':');
  const comparison = comparisons[second ?? first];
  return Object.entries(asObject(keys)).every(([key, wanted]) => {
    if (operator === 'Null') return (context[key] === undefined) === (wanted === 'true');
    if (comparison === undefined) throw new Error(`Cannot judge the condition ${operator}`);
    const values = listOf(context[key]);
    const isOne = (value: string) => textsOf(wanted).some((one) => comparison(value, one));
    switch (second === undefined ? 'single' : first) {
      case 'single':
        return values.length === 1 && values.every(isOne);
      // True of no value at all, as in IAM ("Set operators for multivalued context keys").
      case 'ForAllValues':
        return values.every(isOne);
      case 'ForAnyValue':
        return values.some(isOne);
      default:
        throw new Error(`Cannot judge the condition ${operator}`);
    }
  });
};

/** `*` is any text, dots and slashes too, and `?` one character; all else is itself. */
const isLike = (value: string, pattern: string): boolean => {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(value);
};

const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

const textsOf = (value: Plain): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [String(value)];

const asObject = (value: Plain): PlainObject => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`Cannot read ${JSON.stringify(value)}: it is no object`);
  }
  return value as PlainObject; // a list is ruled out above, which TypeScript does not see of a readonly one
};
