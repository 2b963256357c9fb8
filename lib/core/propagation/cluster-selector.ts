import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';

/** A cluster selector, or why it can't be read. */
export type ClusterSelector =
  | { readonly kind: 'selector'; readonly requirements: readonly Requirement[] }
  | { readonly kind: 'invalid'; readonly message: string };

/** One condition on a cluster's labels. */
type Requirement = {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];
};

type Operator =
  | 'Equals'
  | 'NotEquals'
  | 'In'
  | 'NotIn'
  | 'Exists'
  | 'DoesNotExist'
  | 'GreaterThan'
  | 'LessThan';

/** All spellings that the original took (spec 2.4). */
const spellings: ReadonlyMap<string, Operator> = new Map([
  ['=', 'Equals'],
  ['==', 'Equals'],
  ['!=', 'NotEquals'],
  ['in', 'In'],
  ['In', 'In'],
  ['notin', 'NotIn'],
  ['NotIn', 'NotIn'],
  ['exists', 'Exists'],
  ['Exists', 'Exists'],
  ['!', 'DoesNotExist'],
  ['DoesNotExist', 'DoesNotExist'],
  ['gt', 'GreaterThan'],
  ['Gt', 'GreaterThan'],
  ['>', 'GreaterThan'],
  ['lt', 'LessThan'],
  ['Lt', 'LessThan'],
  ['<', 'LessThan'],
]);

/** Reads the annotation's JSON array of `{key, operator, values}`; absent text chooses every cluster (spec 2.4). */
export const parseClusterSelector = (text: string | undefined): ClusterSelector => {
  if (text === undefined) return { kind: 'selector', requirements: [] };
  const list = parseJson(text);
  if (!Array.isArray(list)) return invalid('it is no JSON array of requirements');
  const requirements: Requirement[] = [];
  for (const [index, entry] of list.entries()) {
    const read = parseRequirement(entry);
    if (typeof read === 'string') return invalid(`requirement ${index + 1}: ${read}`);
    requirements.push(read);
  }
  return { kind: 'selector', requirements };
};

/** True if the labels meet every requirement. An absent label meets `NotIn`, `!=` and `!` alone. */
export const selects = (
  requirements: readonly Requirement[],
  labels: { readonly [key: string]: string },
): boolean =>
  requirements.every((requirement) => {
    const { key } = requirement;
    // A label may be called like a property that every object has.
    return meets(requirement, Object.hasOwn(labels, key) ? labels[key] : undefined);
  });

const meets = ({ operator, values }: Requirement, label: string | undefined): boolean => {
  switch (operator) {
    case 'Equals':
    case 'In':
      return label !== undefined && values.includes(label);
    case 'NotEquals':
    case 'NotIn':
      return label === undefined || !values.includes(label);
    case 'Exists':
      return label !== undefined;
    case 'DoesNotExist':
      return label === undefined;
    case 'GreaterThan':
      return isWhole(label) && Number(label) > Number(values[0]);
    case 'LessThan':
      return isWhole(label) && Number(label) < Number(values[0]);
  }
};

const invalid = (message: string): ClusterSelector => ({ kind: 'invalid', message });

const parseJson = (text: string): Json => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const parseRequirement = (entry: Json): Requirement | string => {
  if (!isJsonObject(entry)) return 'it is no object';
  const { key, operator: spelling } = entry;
  if (typeof key !== 'string' || !isLabelKey(key)) return `${quote(key)} is no label key`;
  const operator = typeof spelling === 'string' ? spellings.get(spelling) : undefined;
  if (operator === undefined) return `${quote(spelling)} is no operator`;
  const values = valuesOf(entry);
  if (values === undefined) return 'values are no list of label values';
  const fault = countFault(operator, values);
  return fault === undefined ? { key, operator, values } : fault;
};

const quote = (value: Json | undefined): string => JSON.stringify(value ?? null).slice(0, 80);

const valuesOf = (entry: JsonObject): readonly string[] | undefined => {
  const values = entry['values'] ?? [];
  if (!Array.isArray(values)) return undefined;
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === values.length && texts.every(isLabelValue) ? texts : undefined;
};

// The counts that Kubernetes takes for each operator (apimachinery labels.NewRequirement).
const countFault = (operator: Operator, values: readonly string[]): string | undefined => {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0 ? undefined : `${operator} needs a value`;
    case 'Equals':
    case 'NotEquals':
      return values.length === 1 ? undefined : `${operator} needs exactly one value`;
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0 ? undefined : `${operator} takes no values`;
    case 'GreaterThan':
    case 'LessThan':
      return values.length === 1 && isWhole(values[0])
        ? undefined
        : `${operator} needs exactly one whole number`;
  }
};

// A label value begins with a letter or a digit, so that no number has a sign.
const isWhole = (text: string | undefined): boolean => text !== undefined && /^\d+$/.test(text);

// Kubernetes documentation, "Labels and Selectors": syntax and character set.
const isLabelValue = (text: string): boolean =>
  text === '' || /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(text);

const isLabelKey = (text: string): boolean =>
  /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(
    text,
  );
