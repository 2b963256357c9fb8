import { apiVersionOf } from '../catalog/catalog.ts';
import type { Json, JsonObject, Resource } from '../resource.ts';

const RESOURCE_VERBS = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
] as const;
const READ_VERBS = ['get', 'list', 'watch'] as const;
const STATUS_VERBS = ['get', 'patch', 'update'] as const;

/** A sub-resource as discovery names it. */
export type ListedSubresource = { readonly name: string; readonly verbs: readonly string[] };

/** The verbs that discovery names for a resource; a namespace is only deleted by name. */
export function verbsOf(resource: Resource): readonly string[] {
  if (resource.readOnly === true) return READ_VERBS;
  if (resource.createOnly === true) return ['create'];
  const single = resource.group === '' && resource.plural === 'namespaces';
  return RESOURCE_VERBS.filter((verb) => !(single && verb === 'deletecollection'));
}

/** The sub-resources that the server serves for a resource. */
export function subresourcesOf(resource: Resource): readonly ListedSubresource[] {
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  return [
    ...(isNamespace ? [{ name: 'finalize', verbs: ['update'] }] : []),
    ...(resource.hasStatus ? [{ name: 'status', verbs: STATUS_VERBS }] : []),
  ];
}

/** The groups served, each with its versions; the core group has the empty name. */
export function groupsOf(
  resources: readonly Resource[],
): readonly { readonly name: string; readonly versions: readonly string[] }[] {
  const byGroup = Map.groupBy(resources, ({ group }) => group);
  return [...byGroup].map(([name, members]) => ({
    name,
    versions: [...new Set(members.map(({ version }) => version))],
  }));
}

/** `APIResourceList` of one group and version. Source: `metav1.APIResourceList`. */
export function apiResourceList(
  resources: readonly Resource[],
  group: string,
  version: string,
): JsonObject {
  const members = resources.filter(
    (resource) => resource.group === group && resource.version === version,
  );
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: apiVersionOf({ group, version }),
    resources: members.flatMap(listed),
  };
}

function listed(resource: Resource): readonly Json[] {
  const { plural, singular, namespaced, kind, shortNames, categories } = resource;
  return [
    {
      name: plural,
      singularName: singular,
      namespaced,
      kind,
      verbs: [...verbsOf(resource)],
      ...(shortNames.length === 0 ? {} : { shortNames: [...shortNames] }),
      ...(categories.length === 0 ? {} : { categories: [...categories] }),
    },
    ...subresourcesOf(resource).map(({ name, verbs }) => ({
      name: `${plural}/${name}`,
      singularName: '',
      namespaced,
      kind,
      verbs: [...verbs],
    })),
  ];
}

/** `APIGroup` of one group, which must not be the core one. Source: `metav1.APIGroup`. */
export function apiGroup(name: string, versions: readonly string[]): JsonObject {
  const entries = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: entries, preferredVersion: entries[0] ?? null };
}
