import type { FieldError } from '../resource.ts';
import { dryRunErrors, invalid } from '../status/faults.ts';

/** What a write does about fields that the schema does not know. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** The query parameters that all writes share. */
export type WriteOptions = {
  readonly dryRun: boolean;
  readonly manager: string;
  readonly validation: FieldValidation;
  readonly force: boolean;
};

const VALIDATIONS: readonly FieldValidation[] = ['Ignore', 'Strict', 'Warn'];
const LONGEST_MANAGER = 128;

/** Which options kind a write's query is read as; `apply` is PatchOptions of an apply patch. */
export type WriteKind = 'create' | 'update' | 'patch' | 'apply';

/**
 * Reads the query of a write. Throws ApiError 422 in the words of `ValidateCreateOptions`, `…Update…`, `…Patch…`.
 * The manager defaults to the user agent up to its slash.
 */
export function readWriteOptions(
  kind: WriteKind,
  query: URLSearchParams,
  userAgent: string,
): WriteOptions {
  const manager = query.get('fieldManager') ?? '';
  const validation = query.get('fieldValidation') || 'Warn';
  const dryRun = query.getAll('dryRun').filter((entry) => entry !== '');
  const force = query.get('force');
  const errors = [
    ...managerErrors(kind, manager),
    ...forceErrors(kind, force),
    ...dryRunErrors(dryRun),
    ...validationErrors(validation),
  ];
  if (errors.length > 0)
    throw invalid({ group: 'meta.k8s.io', kind: optionsKind(kind) }, '', errors);
  return {
    dryRun: dryRun.length > 0,
    manager: manager || defaultManager(userAgent),
    validation: VALIDATIONS.find((known) => known === validation) ?? 'Warn',
    force: force === 'true' || force === '1',
  };
}

function optionsKind(kind: WriteKind): string {
  if (kind === 'create') return 'CreateOptions';
  return kind === 'update' ? 'UpdateOptions' : 'PatchOptions';
}

function defaultManager(userAgent: string): string {
  const prefix = userAgent.split('/')[0] ?? '';
  return prefix.replace(/\P{ASCII}/gu, '').slice(0, LONGEST_MANAGER) || 'unknown';
}

function managerErrors(kind: WriteKind, manager: string): readonly FieldError[] {
  const field = 'fieldManager';
  if (manager === '' && kind === 'apply') {
    return [
      {
        reason: 'FieldValueRequired',
        field,
        message: 'Required value: is required for apply patch',
      },
    ];
  }
  if (manager.length > LONGEST_MANAGER) {
    return [
      {
        reason: 'FieldValueTooLong',
        field,
        message: `Too long: may not be more than ${LONGEST_MANAGER} bytes`,
      },
    ];
  }
  const at = [...manager].findIndex((char) => /[\p{C}\p{Zl}\p{Zp}]/u.test(char));
  if (at < 0) return [];
  const code = (manager.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return [
    {
      reason: 'FieldValueInvalid',
      field,
      message: `Invalid value: ${JSON.stringify(manager)}: invalid character U+${code} (at position ${at})`,
    },
  ];
}

function forceErrors(kind: WriteKind, force: string | null): readonly FieldError[] {
  if (force === null || kind !== 'patch') return [];
  return [
    {
      reason: 'FieldValueForbidden',
      field: 'force',
      message: 'Forbidden: may not be specified for non-apply patch',
    },
  ];
}

function validationErrors(validation: string): readonly FieldError[] {
  if (VALIDATIONS.some((known) => known === validation)) return [];
  return [
    {
      reason: 'FieldValueNotSupported',
      field: 'fieldValidation',
      message: `Unsupported value: ${JSON.stringify(validation)}: supported values: "", "Ignore", "Strict", "Warn"`,
    },
  ];
}
