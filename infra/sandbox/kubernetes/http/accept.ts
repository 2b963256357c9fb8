import { notAcceptable } from '../status/faults.ts';

/** How a client wants an answer written. */
export type Format = {
  readonly encoding: 'json' | 'yaml';
  readonly form: 'object' | 'table' | 'partial';
  /** The version of `meta.k8s.io` of a table or partial object. */
  readonly version: 'v1' | 'v1beta1';
};

type Clause = {
  readonly type: string;
  readonly params: ReadonlyMap<string, string>;
  readonly quality: number;
};

/** The media types that answers are written in. */
const SERVED = ['application/json', 'application/yaml'];

/**
 * Chooses the first form of an Accept header that the server writes. `partialKind` names the partial form that fits
 * the answer: one object, or a list. Throws ApiError 406. Source: `negotiation.NegotiateMediaTypeOptions`.
 */
export function readAccept(
  header: string | undefined,
  partialKind: 'PartialObjectMetadata' | 'PartialObjectMetadataList',
): Format {
  const clauses = parseAccept(header ?? '');
  if (clauses.length === 0) return { encoding: 'json', form: 'object', version: 'v1' };
  for (const clause of clauses) {
    const format = formatOf(clause, partialKind);
    if (format !== undefined) return format;
  }
  throw notAcceptable(SERVED);
}

/** The clauses of an Accept header, the most wanted first. */
export function parseAccept(header: string): readonly Clause[] {
  return header
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(parseClause)
    .sort((one, other) => other.quality - one.quality);
}

function parseClause(text: string): Clause {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  const params = new Map(
    rest.map((param): [string, string] => {
      const equals = param.indexOf('=');
      return equals < 0 ? [param, ''] : [param.slice(0, equals), param.slice(equals + 1)];
    }),
  );
  return { type: type.toLowerCase(), params, quality: Number(params.get('q') ?? 1) };
}

function formatOf({ type, params }: Clause, partialKind: string): Format | undefined {
  const encoding = encodingOf(type);
  if (encoding === undefined) return undefined;
  const as = params.get('as');
  if (as === undefined) return { encoding, form: 'object', version: 'v1' };
  const version = params.get('v');
  if (params.get('g') !== 'meta.k8s.io' || (version !== 'v1' && version !== 'v1beta1')) {
    return undefined;
  }
  if (as === 'Table') return { encoding, form: 'table', version };
  return as === partialKind ? { encoding, form: 'partial', version } : undefined;
}

function encodingOf(type: string): 'json' | 'yaml' | undefined {
  switch (type) {
    case 'application/json':
    case 'application/*':
    case '*/*':
      return 'json';
    case 'application/yaml':
      return 'yaml';
    default:
      return undefined;
  }
}
