import { type Bag, bagsOf, textOf } from '../../object/json-access.ts';
import { type Compiled, compileExpression } from './compile-rule.ts';

/** One entry of `x-kubernetes-validations` that compiles. */
export type Rule = {
  readonly expression: string;
  /** What its fault says where no message is worked out. */
  readonly message: string;
  readonly reason: string;
  /** Path from the value to the field that the fault is told of, with its dot. */
  readonly fieldPath: string;
  readonly compiled: Compiled;
  readonly worded: Compiled | undefined;
};

const known = new WeakMap<Bag, readonly Rule[]>();

/** The rules of a schema's own level. Definitions whose rules do not compile are refused, so that all that are stored do. */
export function rulesOf(schema: Bag, isRoot: boolean): readonly Rule[] {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const rules = bagsOf(schema['x-kubernetes-validations']).flatMap((entry) => {
    const rule = compileRule(entry, schema, isRoot);
    return rule === undefined ? [] : [rule];
  });
  known.set(schema, rules);
  return rules;
}

function compileRule(entry: Bag, schema: Bag, isRoot: boolean): Rule | undefined {
  const expression = textOf(entry['rule']) ?? '';
  const subject = { schema, isRoot };
  const compiled = compileExpression(expression, subject);
  const wording = textOf(entry['messageExpression']);
  const worded = wording === undefined ? undefined : compileExpression(wording, subject);
  if ('fault' in compiled || (worded !== undefined && 'fault' in worded)) return undefined;
  return {
    expression,
    message: textOf(entry['message'])?.trim() ?? '',
    reason: textOf(entry['reason']) ?? 'FieldValueInvalid',
    fieldPath: textOf(entry['fieldPath']) ?? '',
    compiled,
    worded,
  };
}
