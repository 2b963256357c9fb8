import type { Catalog } from '../catalog/catalog.ts';
import type { Resource } from '../resource.ts';
import { methodNotAllowed, unknownPath } from '../status/faults.ts';
import type { Verb } from '../verbs/call.ts';
import type { Subresource } from '../verbs/engine.ts';
import { isTrue } from '../verbs/list-options.ts';

/** What a request path and method mean. */
export type Route = {
  readonly verb: Verb;
  readonly resource: Resource;
  readonly subresource: Subresource;
  readonly namespace: string;
  readonly name: string;
};

type Place = {
  readonly group: string;
  readonly version: string;
  readonly rest: readonly string[];
};

/**
 * Finds the resource, namespace, name and verb of a request; undefined if the path is none of a resource.
 * Throws ApiError 404 for a resource that is not served, 405 for a method its path has no use for.
 * Source: `RequestInfoFactory.NewRequestInfo` of apiserver.
 */
export function routeOf(catalog: Catalog, method: string, url: URL): Route | undefined {
  const place = placeOf(url.pathname);
  if (place === undefined || place.rest.length === 0) return undefined;
  const { namespace, parts } = inNamespace(place.rest);
  const [plural = '', name = '', subresource = '', ...more] = parts;
  // Nobody has a handler for a group of which nothing is served.
  if (!catalog.all().some(({ group }) => group === place.group)) return undefined;
  const resource = catalog.find(place.group, place.version, plural);
  if (resource === undefined || more.length > 0) throw unknownPath();
  if (resource.namespaced !== (namespace !== '') && !(namespace === '' && name === '')) {
    throw unknownPath();
  }
  const part = subresourceOf(resource, subresource);
  const verb = verbOf(method, name, url.searchParams);
  if (verb === undefined) throw methodNotAllowed();
  if (verb === 'create' && resource.namespaced && namespace === '') throw methodNotAllowed();
  return { verb, resource, subresource: part, namespace, name };
}

function placeOf(pathname: string): Place | undefined {
  const parts = pathname
    .split('/')
    .slice(1)
    .filter((part) => part !== '');
  const [root, first = '', second = ''] = parts.map(decodeURIComponent);
  if (root === 'api' && first !== '') return { group: '', version: first, rest: decoded(parts, 2) };
  if (root === 'apis' && second !== '') {
    return { group: first, version: second, rest: decoded(parts, 3) };
  }
  return undefined;
}

function decoded(parts: readonly string[], from: number): readonly string[] {
  return parts.slice(from).map(decodeURIComponent);
}

function inNamespace(rest: readonly string[]): {
  readonly namespace: string;
  readonly parts: readonly string[];
} {
  const [first, namespace = '', third] = rest;
  const namesNamespace = third === undefined || third === 'status' || third === 'finalize';
  if (first !== 'namespaces' || namesNamespace) return { namespace: '', parts: rest };
  return { namespace, parts: rest.slice(2) };
}

function subresourceOf(resource: Resource, text: string): Subresource {
  if (text === '') return '';
  if (text === 'status' && resource.hasStatus) return 'status';
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  if (text === 'finalize' && isNamespace) return 'finalize';
  throw unknownPath();
}

function verbOf(method: string, name: string, query: URLSearchParams): Verb | undefined {
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (name !== '') return 'get';
      return isTrue(query.get('watch')) ? 'watch' : 'list';
    case 'POST':
      return name === '' ? 'create' : undefined;
    case 'PUT':
      return name === '' ? undefined : 'update';
    case 'PATCH':
      return name === '' ? undefined : 'patch';
    case 'DELETE':
      return name === '' ? 'deletecollection' : 'delete';
    default:
      return undefined;
  }
}
