import type { FieldError } from '../resource.ts';
import { ApiError } from '../status/api-error.ts';
import { badRequest, expired, invalid } from '../status/faults.ts';
import { numberFault, parseRevision } from './preconditions.ts';
import { scanJson } from './scan-json.ts';

/** The query parameters of a list or watch besides its selectors. */
export type ListOptions = {
  readonly limit: number;
  readonly continueToken: string;
  /** Undefined if the client asked for none. */
  readonly revision: number | undefined;
  readonly match: '' | 'Exact' | 'NotOlderThan';
  readonly sendInitialEvents: boolean | undefined;
  readonly bookmarks: boolean;
  readonly timeoutSeconds: number | undefined;
};

/** The key and revision that a page ended at; revision -1 means whatever is newest. */
export type PageEnd = { readonly revision: number; readonly key: string };

const MATCHES = ['', 'Exact', 'NotOlderThan'] as const;

/**
 * Reads the options of a list or watch. Throws ApiError 400 or 422 as `ValidateListOptions` of apimachinery.
 */
export function readListOptions(query: URLSearchParams, watch: boolean): ListOptions {
  const revision = readRevision(query.get('resourceVersion') ?? '', watch);
  const match = query.get('resourceVersionMatch') ?? '';
  const initial = query.get('sendInitialEvents');
  const continueToken = query.get('continue') ?? '';
  const errors = [
    ...(watch
      ? watchErrors(match, initial)
      : listErrors(match, initial, { revision, continueToken })),
    ...matchErrors(match, watch),
  ];
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors);
  return {
    limit: readNumber(query, 'limit') ?? 0,
    continueToken,
    revision,
    match: MATCHES.find((known) => known === match) ?? '',
    sendInitialEvents: initial === null ? undefined : isTrue(initial),
    bookmarks: isTrue(query.get('allowWatchBookmarks')),
    timeoutSeconds: readNumber(query, 'timeoutSeconds'),
  };
}

/** Tells whether a query parameter says yes, as `strconv.ParseBool` and its bare form do. */
export function isTrue(value: string | null): boolean {
  return value !== null && value !== 'false' && value !== '0';
}

function readNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  if (text === '') return undefined;
  // A negative number is one, and means none.
  if (/^[+-]?\d+$/.test(text)) return Math.max(Number(text), 0);
  throw badRequest(numberFault('Int', text));
}

function readRevision(text: string, watch: boolean): number | undefined {
  if (text === '') return undefined;
  if (watch || /^\d+$/.test(text)) return parseRevision(text);
  throw badRequest(
    `invalid resource version: resourceVersion: Invalid value: "${text}": ${numberFault('Uint', text)}`,
  );
}

function forbids(field: string, message: string): FieldError {
  return { reason: 'FieldValueForbidden', field, message: `Forbidden: ${message}` };
}

function watchErrors(match: string, initial: string | null): readonly FieldError[] {
  if (initial === null) {
    return match === ''
      ? []
      : [
          forbids(
            'resourceVersionMatch',
            'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
          ),
        ];
  }
  return match === 'NotOlderThan'
    ? []
    : [
        forbids(
          'resourceVersionMatch',
          'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
        ),
      ];
}

function listErrors(
  match: string,
  initial: string | null,
  {
    revision,
    continueToken,
  }: { readonly revision: number | undefined; readonly continueToken: string },
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (initial !== null) {
    errors.push(forbids('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  if (match === '') return errors;
  const field = 'resourceVersionMatch';
  if (revision === undefined) {
    errors.push(
      forbids(field, 'resourceVersionMatch is forbidden unless resourceVersion is provided'),
    );
  }
  if (continueToken !== '') {
    errors.push(forbids(field, 'resourceVersionMatch is forbidden when continue is provided'));
  }
  if (match === 'Exact' && revision === 0) {
    errors.push(
      forbids(field, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
    );
  }
  return errors;
}

function matchErrors(match: string, watch: boolean): readonly FieldError[] {
  const supported = watch ? ['', 'NotOlderThan'] : MATCHES;
  if (supported.some((known) => known === match)) return [];
  return [
    {
      reason: 'FieldValueNotSupported',
      field: 'resourceVersionMatch',
      message: `Unsupported value: ${JSON.stringify(match)}: supported values: ${watch ? '"NotOlderThan"' : '"Exact", "NotOlderThan", ""'}`,
    },
  ];
}

/** The opaque token of a page's end. Source: `EncodeContinue` of apiserver. */
export function encodeContinue({ revision, key }: PageEnd): string {
  const token = { v: 'meta.k8s.io/v1', rv: revision, start: key };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** Reads a continue token. Throws ApiError 400. */
export function decodeContinue(token: string): PageEnd {
  const fault = (reason: string) =>
    badRequest(`invalid continue token: continue key is not valid: ${reason}`);
  const offset = illegalOffset(token);
  if (offset !== undefined) throw fault(`illegal base64 data at input byte ${offset}`);
  const text = Buffer.from(token, 'base64url').toString('utf8');
  const scan = scanJson(text);
  if ('fault' in scan) throw fault(scan.fault);
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null) throw fault('no object');
  const { v, rv, start } = parsed as { v?: unknown; rv?: unknown; start?: unknown };
  if (v !== 'meta.k8s.io/v1')
    throw fault(`server does not recognize this encoded version ${String(v ?? '')}`);
  if (typeof rv !== 'number' || typeof start !== 'string' || start === '') {
    throw fault('incorrect encoded start resourceVersion');
  }
  return { revision: rv, key: start };
}

/** Where Go finds that a text is no base64 for URLs without padding. */
function illegalOffset(token: string): number | undefined {
  const bad = token.search(/[^\w-]/);
  if (bad >= 0) return bad;
  return token.length % 4 === 1 ? token.length - 1 : undefined;
}

const STALE_PAGE =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

/** 410 for a token whose revision is compacted; it offers a token that goes on with the newest state. */
export function stalePage({ key }: PageEnd): ApiError {
  const token = encodeContinue({ revision: -1, key });
  const { status } = expired(STALE_PAGE);
  return new ApiError({ ...status, metadata: { continue: token } });
}
