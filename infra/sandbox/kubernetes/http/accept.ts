import { notAcceptable, notAcceptableRoute } from '../status/faults.ts';

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

/** What an answer is of. */
export type Answered = {
  readonly partialKind: 'PartialObjectMetadata' | 'PartialObjectMetadataList';
  /** `true` for the built-in kinds. */
  readonly isBuiltIn: boolean;
};

const SERVED = ['application/json', 'application/yaml'];
/** The API writes it for built-in kinds; the emulator leaves it to clients that accept another form besides. */
const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/**
 * Chooses the first form of an Accept header that the server writes. Throws ApiError 406.
 * Source: `negotiation.NegotiateMediaTypeOptions`, and the routes of `go-restful`.
 */
export function readAccept(header: string | undefined, answered: Answered): Format {
  const clauses = parseAccept(header ?? '');
  if (clauses.length === 0) return { encoding: 'json', form: 'object', version: 'v1' };
  for (const clause of clauses) {
    const format = formatOf(clause, answered.partialKind);
    if (format !== undefined) return format;
  }
  const served = answered.isBuiltIn ? [...SERVED, PROTOBUF] : SERVED;
  const known = clauses.some(({ type }) => served.includes(type));
  throw known || !answered.isBuiltIn
    ? notAcceptable(served)
    : notAcceptableRoute(routeTypes(answered, served));
}

/** Lists can be watched too, in forms of their own. */
function routeTypes({ partialKind }: Answered, served: readonly string[]): readonly string[] {
  const streams = ['application/json', PROTOBUF].map((type) => `${type};stream=watch`);
  return partialKind === 'PartialObjectMetadataList' ? [...served, ...streams] : served;
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
