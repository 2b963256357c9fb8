import type { FieldError } from '../../resource.ts';
import { forbidden, invalid, invalidEach, required } from '../faults/fault.ts';
import { labelValueFaults, qualifiedNameFaults } from '../faults/names.ts';
import { type Bag, bagsOf, isBag, textOf, textsOf } from '../object/json-access.ts';
import { labelsFaults } from '../object/object-meta.ts';

function valuesFaults(
  operator: string,
  values: readonly string[],
  field: string,
): readonly FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0
        ? []
        : [required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist': {
      const text = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      return values.length > 0 ? [forbidden(`${field}.values`, text)] : [];
    }
    default:
      return [invalid(`${field}.operator`, operator, 'not a valid selector operator')];
  }
}

function expressionFaults(expression: Bag, field: string): readonly FieldError[] {
  const key = textOf(expression['key']) ?? '';
  const values = textsOf(expression['values']);
  return [
    ...valuesFaults(textOf(expression['operator']) ?? '', values, field),
    ...invalidEach(`${field}.key`, key, qualifiedNameFaults(key)),
    ...values.flatMap((value, index) =>
      invalidEach(`${field}.values[${index}]`, value, labelValueFaults(value)),
    ),
  ];
}

/** Faults of what a ClusterRole is made of. Source: `ValidateClusterRole` and `ValidateLabelSelector`. */
export function aggregationFaults(rule: unknown): readonly FieldError[] {
  if (!isBag(rule)) return [];
  const field = 'aggregationRule.clusterRoleSelectors';
  const selectors = bagsOf(rule['clusterRoleSelectors']);
  if (selectors.length === 0) {
    const text = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
    return [required(field, text)];
  }
  return selectors.flatMap((selector, index) => selectorFaults(selector, `${field}[${index}]`));
}

function selectorFaults(selector: Bag, field: string): readonly FieldError[] {
  const faults = [
    ...labelsFaults(selector['matchLabels'], `${field}.matchLabels`),
    ...bagsOf(selector['matchExpressions']).flatMap((expression, at) =>
      expressionFaults(expression, `${field}.matchExpressions[${at}]`),
    ),
  ];
  return faults.length === 0 ? [] : [...faults, invalid(field, null, 'invalid label selector.')];
}
