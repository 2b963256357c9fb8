import { Environment, EvaluationError, ParseError } from '@marcbachmann/cel-js';
import { type Bag, isBag } from '../../object/json-access.ts';
import { declareType } from './cel-types.ts';
import { celValue } from './cel-values.ts';
import { compileFault } from './compile-fault.ts';

/** What came of a rule or message: a value, or why there is none. */
export type Evaluation = { readonly value: unknown } | { readonly fault: string };

/** An expression that was compiled against the schema of what it speaks of. */
export type Compiled = {
  /** CEL's name of its type. */
  readonly type: string;
  /** `true` for a rule about a change, which holds wherever there was nothing before. */
  readonly usesOldSelf: boolean;
  readonly evaluate: (self: unknown, old: { readonly value: unknown } | undefined) => Evaluation;
};

/** What an expression may speak of. */
export type RuleSubject = { readonly schema: Bag; readonly isRoot: boolean };

/** Compiles an expression in CEL about a value of a schema, or says why not, in the words of cel-go as far as they can be told. */
export function compileExpression(
  expression: string,
  { schema, isRoot }: RuleSubject,
): Compiled | { readonly fault: string } {
  const typed = new Environment({ unlistedVariablesAreDyn: false });
  const type = declareType(typed, schema, isRoot);
  for (const name of ['self', 'oldSelf']) typed.registerVariable(name, type);
  try {
    const checked = typed.parse(expression);
    const result = checked.check();
    if (!result.valid) return { fault: compileFault(expression, result.error) };
    return {
      type: result.type ?? 'dyn',
      usesOldSelf: mentions(checked.ast, 'oldSelf'),
      evaluate: evaluator(expression, schema),
    };
  } catch (error) {
    if (error instanceof ParseError) return { fault: compileFault(expression, error) };
    throw error;
  }
}

function mentions(node: unknown, name: string): boolean {
  if (Array.isArray(node)) return node.some((each) => mentions(each, name));
  if (!isBag(node)) return false;
  return (node['op'] === 'id' && node['args'] === name) || mentions(node['args'], name);
}

/** The engine checks types at each step by itself, so that values go in as they are. */
function evaluator(expression: string, schema: Bag): Compiled['evaluate'] {
  const open = new Environment({ unlistedVariablesAreDyn: false });
  for (const name of ['self', 'oldSelf']) open.registerVariable(name, 'dyn');
  const run = open.parse(expression);
  return (self, old) => {
    try {
      const oldSelf = old === undefined ? {} : { oldSelf: celValue(old.value, schema) };
      return { value: run({ self: celValue(self, schema), ...oldSelf }) };
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      return { fault: error.summary.replace(/^No such key: index/, 'index').replace(/^N/, 'n') };
    }
  };
}
