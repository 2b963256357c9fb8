import { isTrue } from '../verbs/list-options.ts';

/** What a request is about, as authorisation and audit policies see it. Source: `authorizer.Attributes` of apiserver. */
export type Attributes =
  | {
      readonly kind: 'resource';
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly kind: 'path'; readonly verb: string; readonly path: string };

const VERBS: ReadonlyMap<string, string> = new Map([
  ['POST', 'create'],
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);
const NAMESPACE_PARTS = ['status', 'finalize'];

/**
 * Reads the attributes from a request line, whether or not the server serves such a resource. A Namespace is in its own
 * namespace. Source: `RequestInfoFactory.NewRequestInfo`.
 */
export function attributesOf(method: string, url: URL): Attributes {
  const parts = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
  const root = parts[0];
  const least = root === 'apis' ? 4 : 3;
  if ((root !== 'api' && root !== 'apis') || parts.length < least) {
    return { kind: 'path', verb: method.toLowerCase(), path: decodeURIComponent(url.pathname) };
  }
  const group = root === 'apis' ? (parts[1] ?? '') : '';
  return resourceAttributes(method, url.searchParams, group, parts.slice(least - 1));
}

function resourceAttributes(
  method: string,
  query: URLSearchParams,
  group: string,
  parts: readonly string[],
): Attributes {
  const namespace = parts[0] === 'namespaces' ? (parts[1] ?? '') : '';
  const nested = namespace !== '' && parts.length > 2 && !NAMESPACE_PARTS.includes(parts[2] ?? '');
  const [resource = '', name = '', subresource = ''] = nested ? parts.slice(2) : parts;
  const verb = VERBS.get(method) ?? '';
  const about = { kind: 'resource', group, resource, subresource, namespace } as const;
  if (name !== '') return { ...about, verb, name };
  if (verb === 'delete') return { ...about, verb: 'deletecollection', name };
  if (verb !== 'get') return { ...about, verb, name };
  const many = isTrue(query.get('watch')) ? 'watch' : 'list';
  return { ...about, verb: many, name: selectedName(query) };
}

/** The name that a field selector narrows a list or watch to, which the request then is about; else empty. */
export function selectedName(query: URLSearchParams): string {
  const terms = (query.get('fieldSelector') ?? '').split(',');
  const exact = terms.map((term) => /^metadata\.name==?([^=!]+)$/.exec(term)?.[1]);
  const name = exact.find((one) => one !== undefined) ?? '';
  return /[/%]/.test(name) || name === '.' || name === '..' ? '' : name;
}
