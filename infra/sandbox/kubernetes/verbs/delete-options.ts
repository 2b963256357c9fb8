import { isJsonObject } from '../patch/merge-patch.ts';
import type { FieldError, Json, JsonObject } from '../resource.ts';
import { checkFields } from '../schema/field-validation.ts';
import { deleteOptions } from '../schema/kinds/meta-options.ts';
import { failure } from '../status/api-error.ts';
import { dryRunErrors, invalid } from '../status/faults.ts';

/** The part of `metav1.DeleteOptions` that decides what a delete does. */
export type DeleteOptions = {
  readonly policy?: 'Orphan' | 'Background' | 'Foreground';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun: boolean;
  /** `true` where the client asked by the old `orphanDependents: false`, which the API answers 202 while it waits. */
  readonly cascades?: boolean;
};

const POLICIES = ['Foreground', 'Background', 'Orphan'] as const;
const OPTIONS_KIND = { group: 'meta.k8s.io', kind: 'DeleteOptions' };

/**
 * Reads DeleteOptions from a body, or from the query where there is none.
 * Throws ApiError 422 for options that are not valid, 500 for a body of another kind, as the API does.
 * Source: `ValidateDeleteOptions` of apimachinery.
 */
export function readDeleteOptions(
  body: JsonObject | undefined,
  query: URLSearchParams,
): DeleteOptions {
  const source = body === undefined || Object.keys(body).length === 0 ? fromQuery(query) : body;
  checkKind(source);
  const [fault] = checkFields(source, deleteOptions).typeErrors;
  if (fault !== undefined) throw failure(500, '', fault);
  const orphan = source['orphanDependents'];
  const policy = source['propagationPolicy'];
  const errors = [...policyErrors(policy, orphan), ...dryRunErrors(listOf(source['dryRun']))];
  if (errors.length > 0) throw invalid(OPTIONS_KIND, '', errors);
  const chosen = POLICIES.find((known) => known === policy) ?? orphanPolicy(orphan);
  const preconditions = readPreconditions(source['preconditions']);
  return {
    ...(chosen === undefined ? {} : { policy: chosen }),
    ...(preconditions === undefined ? {} : { preconditions }),
    dryRun: listOf(source['dryRun']).length > 0,
    cascades: orphan === false,
  };
}

function fromQuery(query: URLSearchParams): JsonObject {
  const orphan = query.get('orphanDependents');
  const policy = query.get('propagationPolicy');
  const dryRun = query.getAll('dryRun').filter((entry) => entry !== '');
  return {
    ...(orphan === null ? {} : { orphanDependents: orphan !== 'false' && orphan !== '0' }),
    ...(policy === null ? {} : { propagationPolicy: policy }),
    ...(dryRun.length === 0 ? {} : { dryRun }),
  };
}

function checkKind(source: JsonObject): void {
  const { kind = 'DeleteOptions', apiVersion = 'meta.k8s.io/v1' } = source;
  if (kind === 'DeleteOptions') return;
  const text = `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:110"`;
  throw failure(500, '', text);
}

function policyErrors(policy: Json | undefined, orphan: Json | undefined): readonly FieldError[] {
  if (policy === undefined || policy === null) return [];
  if (typeof orphan === 'boolean') {
    return [
      {
        reason: 'FieldValueInvalid',
        field: 'propagationPolicy',
        message: `Invalid value: ${JSON.stringify(policy)}: orphanDependents and deletionPropagation cannot be both set`,
      },
    ];
  }
  if (POLICIES.some((known) => known === policy)) return [];
  return [
    {
      reason: 'FieldValueNotSupported',
      field: 'propagationPolicy',
      message: `Unsupported value: ${JSON.stringify(policy)}: supported values: "Foreground", "Background", "Orphan", "nil"`,
    },
  ];
}

function listOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function orphanPolicy(orphan: Json | undefined): 'Orphan' | 'Background' | undefined {
  if (typeof orphan !== 'boolean') return undefined;
  return orphan ? 'Orphan' : 'Background';
}

function readPreconditions(value: Json | undefined): DeleteOptions['preconditions'] {
  if (!isJsonObject(value)) return undefined;
  const { uid, resourceVersion } = value;
  return {
    ...(typeof uid === 'string' ? { uid } : {}),
    ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}),
  };
}
