import type { FieldError } from '../../resource.ts';
import { invalid } from '../faults/fault.ts';
import { quoted } from '../faults/go-value.ts';
import { type Bag, bagsOf, isBag } from '../object/json-access.ts';
import type { Subject } from './subject.ts';

type Validate = (subject: Subject, schema: Bag) => readonly FieldError[];

/** Faults of junctors name no field of their own. */
const NOWHERE = '<nil>';

function junctorFault(path: string, text: string): FieldError {
  return invalid(NOWHERE, '', `${quoted(path)} ${text}`);
}

/** The faults of the alternative that fits best. */
function bestOf(results: readonly (readonly FieldError[])[]): readonly FieldError[] {
  const [best = []] = results.toSorted((a, b) => a.length - b.length);
  return best;
}

function anyOfFaults(path: string, results: readonly (readonly FieldError[])[]) {
  if (results.length === 0 || results.some((faults) => faults.length === 0)) return [];
  return [junctorFault(path, 'must validate at least one schema (anyOf)'), ...bestOf(results)];
}

function oneOfFaults(path: string, results: readonly (readonly FieldError[])[]) {
  const valid = results.filter((faults) => faults.length === 0).length;
  if (results.length === 0 || valid === 1) return [];
  const text = 'must validate one and only one schema (oneOf).';
  if (valid > 1) return [junctorFault(path, `${text} Found ${valid} valid alternatives`)];
  return [junctorFault(path, `${text} Found none valid`), ...bestOf(results)];
}

function allOfFaults(path: string, results: readonly (readonly FieldError[])[]) {
  const broken = results.filter((faults) => faults.length > 0);
  if (broken.length === 0) return [];
  const none = broken.length === results.length ? '. None validated' : '';
  const text = `must validate all the schemas (allOf)${none}`;
  return [...broken.flat(), junctorFault(path, text)];
}

/** Faults of `anyOf`, `oneOf`, `allOf` and `not`. Source: `schemaPropsValidator` of kube-openapi. */
export function junctorFaults(
  subject: Subject,
  schema: Bag,
  validate: Validate,
): readonly FieldError[] {
  const { path } = subject;
  const results = (key: string) => bagsOf(schema[key]).map((nested) => validate(subject, nested));
  const { not } = schema;
  const excluded = isBag(not) && validate({ path, value: subject.value }, not).length === 0;
  return [
    ...anyOfFaults(path, results('anyOf')),
    ...oneOfFaults(path, results('oneOf')),
    ...allOfFaults(path, results('allOf')),
    ...(excluded ? [junctorFault(path, 'must not validate the schema (not)')] : []),
  ];
}
