import { isDeepStrictEqual } from 'node:util';
import type { FieldError, KubeObject } from '../../../resource.ts';
import { duplicate, forbidden, invalid, required } from '../../faults/fault.ts';
import { type Bag, bagOf, bagsOf, isBag, textOf } from '../../object/json-access.ts';
import { childOld, itemOld } from '../replaced.ts';
import { typeOfJson } from '../schema-types.ts';
import type { Subject } from '../subject.ts';
import { type Rule, rulesOf } from './rules-of.ts';

/** Faults that keep rules from being asked: they may not be able to read the object. */
const BLOCKING = [
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
];
const UNASKED =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

/** The faults that an object's schema found, and those of its rules in CEL. Source: `validateCustomResource`, `cel.Validator`. */
export function withRuleFaults(
  faults: readonly FieldError[],
  next: KubeObject,
  old: KubeObject | undefined,
  schema: Bag,
): readonly FieldError[] {
  if (!hasRules(schema)) return faults;
  if (faults.some(({ reason }) => BLOCKING.includes(reason)))
    return [...faults, invalid('<nil>', null, UNASKED)];
  const before = old === undefined ? undefined : { value: visible(old) };
  const subject = { path: '', value: visible(next), old: before };
  return [...faults, ...valueFaults(subject, schema, true)];
}

/** Rules see the names of an object and nothing else of its metadata. */
function visible({ metadata, ...object }: KubeObject): Bag {
  const { name, generateName } = metadata;
  const names = { name, ...(generateName === undefined ? {} : { generateName }) };
  return { ...object, metadata: names };
}

const asked = new WeakMap<Bag, boolean>();

function hasRules(schema: Bag): boolean {
  const before = asked.get(schema);
  if (before !== undefined) return before;
  const { properties, items, additionalProperties } = schema;
  const below = [...Object.values(bagOf(properties)), items, additionalProperties];
  const found =
    bagsOf(schema['x-kubernetes-validations']).length > 0 ||
    below.some((child) => isBag(child) && hasRules(child));
  asked.set(schema, found);
  return found;
}

function valueFaults(subject: Subject, schema: Bag, isRoot = false): readonly FieldError[] {
  const { path, value, old } = subject;
  if (value === null || value === undefined) return [];
  const own = rulesOf(schema, isRoot).flatMap((rule) => ruleFaults(rule, subject, schema));
  const { items, additionalProperties } = schema;
  if (Array.isArray(value)) {
    if (!isBag(items)) return own;
    const each = value.flatMap((item, index) =>
      valueFaults(
        { path: `${path}[${index}]`, value: item, old: itemOld(schema, old, item) },
        items,
      ),
    );
    return [...own, ...each];
  }
  if (!isBag(value)) return own;
  const properties = bagOf(schema['properties']);
  const below = Object.entries(value).flatMap(([key, child]) => {
    const stated = properties[key];
    const replaced = childOld(old, key);
    const named = path === '' ? key : `${path}.${key}`;
    if (isBag(stated)) return valueFaults({ path: named, value: child, old: replaced }, stated);
    if (!isBag(additionalProperties)) return [];
    const keyed = { path: `${path}[${key}]`, value: child, old: replaced };
    return valueFaults(keyed, additionalProperties);
  });
  return [...own, ...below];
}

function ruleFaults(rule: Rule, { path, value, old }: Subject, schema: Bag): readonly FieldError[] {
  const { compiled } = rule;
  if (compiled.usesOldSelf && old === undefined) return [];
  // What an update leaves as it was may go on breaking a rule that came later.
  const isOld = old !== undefined && isDeepStrictEqual(old.value, value);
  if (isOld && !compiled.usesOldSelf) return [];
  const field = path === '' ? '<nil>' : path;
  const type = textOf(schema['type']) ?? typeOfJson(value);
  const result = compiled.evaluate(value, old);
  if ('fault' in result) {
    const text = rule.message === '' ? rule.expression.trim() : rule.message;
    return [invalid(field, type, `${result.fault} evaluating rule: ${text}`)];
  }
  if (result.value === true) return [];
  const worded = rule.worded?.evaluate(value, old);
  const text =
    worded !== undefined && 'value' in worded ? String(worded.value) : defaultMessage(rule);
  const told = `${path}${rule.fieldPath}`.replace(/^\./, '');
  return [faultOf(rule.reason, told === '' ? '<nil>' : told, { type, text })];
}

function defaultMessage({ message, expression }: Rule): string {
  return message === '' ? `failed rule: ${expression.trim()}` : message;
}

/** Source: `fieldErrorForReason` of apiextensions-apiserver. */
function faultOf(
  reason: string,
  field: string,
  { type, text }: { readonly type: string; readonly text: string },
): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(field, text);
    case 'FieldValueRequired':
      return required(field, text);
    case 'FieldValueDuplicate':
      return duplicate(field, type);
    default:
      return invalid(field, type, text);
  }
}
