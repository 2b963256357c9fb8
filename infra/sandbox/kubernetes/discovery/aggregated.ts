import type { JsonObject, Resource } from '../resource.ts';
import { groupsOf, subresourcesOf, verbsOf } from './resource-lists.ts';

/**
 * `APIGroupDiscoveryList` of the core group (for `/api`) or of all others (for `/apis`).
 * Source: `apidiscovery.k8s.io/v2`, whose v2beta1 has the same fields.
 */
export function groupDiscoveryList(
  resources: readonly Resource[],
  root: 'api' | 'apis',
  version: 'v2' | 'v2beta1',
): JsonObject {
  const groups = groupsOf(resources).filter(({ name }) => (name === '') === (root === 'api'));
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map(({ name, versions }) => ({
      metadata: { ...(name === '' ? {} : { name }), creationTimestamp: null },
      versions: versions.map((each) => ({
        version: each,
        freshness: 'Current',
        resources: resources
          .filter((resource) => resource.group === name && resource.version === each)
          .map(discovered),
      })),
    })),
  };
}

function discovered(resource: Resource): JsonObject {
  const { group, version, kind, plural, singular, shortNames, categories } = resource;
  // Built-in resources leave the group and version to the list they stand in.
  const builtIn = resource.strategicMerge;
  const responseKind = { group: builtIn ? '' : group, version: builtIn ? '' : version, kind };
  const subresources = subresourcesOf(resource).map(({ name, verbs }) => ({
    subresource: name,
    responseKind,
    verbs: [...verbs],
  }));
  return {
    resource: plural,
    responseKind,
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs: [...verbsOf(resource)],
    ...(shortNames.length === 0 ? {} : { shortNames: [...shortNames] }),
    ...(categories.length === 0 ? {} : { categories: [...categories] }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}
