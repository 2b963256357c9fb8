import { isJsonObject } from '../patch/merge-patch.ts';
import type { FieldError, Json, JsonObject } from '../resource.ts';
import { badRequest, invalid } from '../status/faults.ts';

/** The part of `metav1.DeleteOptions` that decides what a delete does. */
export type DeleteOptions = {
  readonly policy?: 'Orphan' | 'Background' | 'Foreground';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun: boolean;
};

const POLICIES = ['Foreground', 'Background', 'Orphan'] as const;
const OPTIONS_KIND = { group: 'meta.k8s.io', kind: 'DeleteOptions' };

/**
 * Reads DeleteOptions from a body, or from the query where there is none.
 * Throws ApiError 400 or 422. Source: `ValidateDeleteOptions` of apimachinery.
 */
export function readDeleteOptions(body: Json | undefined, query: URLSearchParams): DeleteOptions {
  if (body !== undefined && !isJsonObject(body)) {
    throw badRequest(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${Array.isArray(body) ? 'array' : typeof body} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    );
  }
  const source = body === undefined || Object.keys(body).length === 0 ? fromQuery(query) : body;
  checkKind(source);
  const orphan = source['orphanDependents'];
  const policy = source['propagationPolicy'];
  const errors = [...policyErrors(policy, orphan), ...dryRunErrors(source['dryRun'])];
  if (errors.length > 0) throw invalid(OPTIONS_KIND, '', errors);
  const chosen = POLICIES.find((known) => known === policy) ?? orphanPolicy(orphan);
  const preconditions = readPreconditions(source['preconditions']);
  return {
    ...(chosen === undefined ? {} : { policy: chosen }),
    ...(preconditions === undefined ? {} : { preconditions }),
    dryRun: Array.isArray(source['dryRun']) && source['dryRun'].length > 0,
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
  const kind = source['kind'];
  if (kind === undefined || kind === 'DeleteOptions') return;
  throw badRequest(`decoded object cannot be converted to DeleteOptions`);
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

function dryRunErrors(dryRun: Json | undefined): readonly FieldError[] {
  if (!Array.isArray(dryRun) || dryRun.every((entry) => entry === 'All')) return [];
  return [
    {
      reason: 'FieldValueNotSupported',
      field: 'dryRun',
      message: `Unsupported value: ${JSON.stringify(dryRun)}: supported values: "All"`,
    },
  ];
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
