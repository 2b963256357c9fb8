import type { KubeObject, Resource } from '../resource.ts';

/** The resources that a server serves now; custom ones come and go. */
export type Catalog = {
  readonly all: () => readonly Resource[];
  readonly find: (group: string, version: string, plural: string) => Resource | undefined;
  /** One resource for each bucket of the storage: the version whose form is stored. */
  readonly stored: () => readonly Resource[];
  /** The resource of an object's own apiVersion and kind. */
  readonly ofKind: (apiVersion: string, kind: string) => Resource | undefined;
  /** Replaces what an owner (the built-in kinds, or a CustomResourceDefinition by name) serves. */
  readonly replace: (owner: string, resources: readonly Resource[]) => void;
};

/** `v1`, or `group/v1`. */
export function apiVersionOf(resource: {
  readonly group: string;
  readonly version: string;
}): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** Builds a catalog that serves nothing yet. */
export function createCatalog(): Catalog {
  const byOwner = new Map<string, readonly Resource[]>();
  let all: readonly Resource[] = [];
  return {
    all: () => all,
    find: (group, version, plural) =>
      all.find(
        (resource) =>
          resource.plural === plural && resource.group === group && resource.version === version,
      ),
    stored: () => {
      const buckets = new Map<string, Resource>();
      for (const resource of all) {
        const bucket = `${resource.group}/${resource.plural}`;
        const isStored = resource.storedAs === undefined && resource.createOnly !== true;
        if (isStored && !buckets.has(bucket)) buckets.set(bucket, resource);
      }
      return [...buckets.values()];
    },
    ofKind: (apiVersion, kind) =>
      all.find((resource) => resource.kind === kind && apiVersionOf(resource) === apiVersion),
    replace: (owner, resources) => {
      if (resources.length === 0) byOwner.delete(owner);
      else byOwner.set(owner, resources);
      all = [...byOwner.values()].flat();
    },
  };
}

/** The bucket that keeps a resource's objects: its own, or that of the resource it is stored as. */
export function storageOf(resource: Resource): string {
  const { group, plural } = resource.storedAs ?? resource;
  return `${group}/${plural}`;
}

/** The stored form of an object that a version of its resource was sent in. */
export function toStored(resource: Resource, object: KubeObject): KubeObject {
  return resource.storedAs === undefined ? object : resource.storedAs.toStored(object);
}

const served = new WeakMap<KubeObject, Map<Resource, KubeObject>>();

/** The form of a stored object that a version of its resource is served in; computed once an object. */
export function toServed(resource: Resource, object: KubeObject): KubeObject {
  const apiVersion = apiVersionOf(resource);
  if (resource.storedAs === undefined && object.apiVersion === apiVersion) return object;
  const forms = served.get(object) ?? new Map<Resource, KubeObject>();
  served.set(object, forms);
  const known = forms.get(resource);
  if (known !== undefined) return known;
  // Versions of a custom resource convert by strategy None: only the apiVersion differs.
  const form = resource.storedAs?.fromStored(object) ?? { ...object, apiVersion };
  forms.set(resource, form);
  return form;
}

/** What clients of a resource are warned of. Source: the API life cycle of core v1 Endpoints. */
export function deprecationsOf({ group, plural }: Resource): readonly string[] {
  if (group !== '' || plural !== 'endpoints') return [];
  return ['v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'];
}
