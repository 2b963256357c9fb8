import type { FieldError } from '../../../resource.ts';
import { invalid, notSupported, required } from '../../faults/fault.ts';
import { printedStruct } from '../../faults/go-value.ts';
import { type Bag, bagOf, bagsOf, isBag, textOf } from '../../object/json-access.ts';
import { compileExpression, type RuleSubject } from './compile-rule.ts';

const RULES = 'x-kubernetes-validations';
const REASONS = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
];

/** A rule as Go prints the struct that holds it. */
function printedRule(rule: Bag): { readonly printed: string } {
  const text = (name: string): string => textOf(rule[name]) ?? '';
  return {
    printed: printedStruct({
      Rule: text('rule'),
      Message: text('message'),
      MessageExpression: text('messageExpression'),
      Reason: textOf(rule['reason']) ?? null,
      FieldPath: text('fieldPath'),
      OptionalOldSelf: rule['optionalOldSelf'] ?? null,
    }),
  };
}

function messageFaults(rule: Bag, field: string): readonly FieldError[] {
  const { message } = rule;
  const path = `${field}.message`;
  const isBroken = (textOf(rule['rule']) ?? '').trim().includes('\n');
  const hasWords = textOf(message) !== undefined || textOf(rule['messageExpression']) !== undefined;
  if (isBroken && !hasWords)
    return [required(path, 'message must be specified if rule contains line breaks')];
  if (typeof message !== 'string' || message === '') return [];
  const trimmed = message.trim();
  if (trimmed === '') return [invalid(path, message, 'must be non-empty if specified')];
  return trimmed.includes('\n') ? [invalid(path, trimmed, 'must not contain line breaks')] : [];
}

function shapeFaults(rule: Bag, schema: Bag, field: string): readonly FieldError[] {
  const reason = textOf(rule['reason']);
  const path = textOf(rule['fieldPath']);
  return [
    ...(reason === undefined || REASONS.includes(reason)
      ? []
      : [notSupported(`${field}.reason`, reason, REASONS)]),
    ...(path === undefined || leads(path, schema)
      ? []
      : [invalid(`${field}.fieldPath`, path, 'must be a valid path')]),
    ...(rule['optionalOldSelf'] === undefined
      ? []
      : [invalid(`${field}.optionalOldSelf`, true, 'the emulated API has no optional values')]),
  ];
}

/** Whether a path such as `.spec.name` or `.labels['a']` leads to something that the schema describes. */
function leads(path: string, schema: Bag): boolean {
  const steps = [...path.matchAll(/\.([A-Za-z_]\w*)|\['([^']+)'\]/g)];
  if (steps.map(([text]) => text).join('') !== path || steps.length === 0) return false;
  let level: unknown = schema;
  for (const [, name, key] of steps) {
    const { properties, additionalProperties }: Bag = bagOf(level);
    level =
      bagOf(properties)[name ?? key ?? ''] ??
      (key === undefined ? undefined : additionalProperties);
    if (!isBag(level)) return false;
  }
  return true;
}

function expressionFaults(rule: Bag, subject: RuleSubject, field: string): readonly FieldError[] {
  const wanted = [
    ['rule', 'bool', 'cel expression must evaluate to a bool'],
    ['messageExpression', 'string', 'messageExpression must evaluate to a string'],
  ] as const;
  return wanted.flatMap(([name, type, text]) => {
    const expression = textOf(rule[name]);
    if (expression === undefined) return [];
    const compiled = compileExpression(expression, subject);
    const path = `${field}.${name}`;
    if ('fault' in compiled) return [invalid(path, printedRule(rule), compiled.fault)];
    const fits = compiled.type === type || compiled.type === 'dyn';
    return fits ? [] : [invalid(path, printedRule(rule), text)];
  });
}

function levelFaults(rule: Bag, subject: RuleSubject, field: string): readonly FieldError[] {
  const shape = [...messageFaults(rule, field), ...shapeFaults(rule, subject.schema, field)];
  if ((textOf(rule['rule']) ?? '').trim() === '')
    return [required(`${field}.rule`, 'rule is not specified'), ...shape];
  return shape.length > 0 ? shape : expressionFaults(rule, subject, field);
}

/**
 * Faults of the rules of a schema and of all below it. Costs of rules are not estimated: the API refuses those that may take long.
 * Source: `ValidateCustomResourceDefinitionOpenAPISchema` and `cel.Compile` of apiextensions-apiserver.
 */
export function ruleDefinitionFaults(
  schema: Bag,
  field: string,
  isRoot = true,
): readonly FieldError[] {
  const own = bagsOf(schema[RULES]).flatMap((rule, index) =>
    levelFaults(rule, { schema, isRoot }, `${field}.${RULES}[${index}]`),
  );
  const { properties, items, additionalProperties } = schema;
  const below = (child: unknown, path: string): readonly FieldError[] =>
    isBag(child) ? ruleDefinitionFaults(child, path, false) : [];
  return [
    ...own,
    ...Object.entries(bagOf(properties)).flatMap(([name, child]) =>
      below(child, `${field}.properties[${name}]`),
    ),
    ...below(items, `${field}.items`),
    ...below(additionalProperties, `${field}.additionalProperties`),
  ];
}
