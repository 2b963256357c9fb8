import type { KubeObject } from '../resource.ts';
import type { StoreEvent } from '../storage/history.ts';

/** One entry of `metadata.ownerReferences`. */
export type OwnerReference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly uid: string;
  readonly blockOwnerDeletion: boolean;
};

/** Where an object is stored. */
export type Place = { readonly bucket: string; readonly namespace: string; readonly name: string };

/** Who owns whom, by uid, kept up to date from the events of the storage. */
export type OwnerGraph = {
  readonly apply: (event: StoreEvent) => void;
  /** Where the object of a uid is; undefined if it is gone. */
  readonly placeOf: (uid: string) => Place | undefined;
  readonly dependentsOf: (uid: string) => readonly Place[];
};

/** The owners that an object names. */
export function ownersOf(object: KubeObject): readonly OwnerReference[] {
  return (object.metadata.ownerReferences ?? []).map((reference) => ({
    apiVersion: String(reference['apiVersion'] ?? ''),
    kind: String(reference['kind'] ?? ''),
    uid: String(reference['uid'] ?? ''),
    blockOwnerDeletion: reference['blockOwnerDeletion'] === true,
  }));
}

/** Builds an empty graph. */
export function createOwnerGraph(): OwnerGraph {
  const places = new Map<string, Place>();
  const dependents = new Map<string, Map<string, Place>>();
  const link = (owner: string, uid: string, place: Place): void => {
    const known = dependents.get(owner) ?? new Map<string, Place>();
    dependents.set(owner, known);
    known.set(uid, place);
  };
  const unlink = (owner: string, uid: string): void => {
    const known = dependents.get(owner);
    known?.delete(uid);
    if (known?.size === 0) dependents.delete(owner);
  };
  return {
    apply: ({ bucket, object, previous, removed }) => {
      const { uid, name, namespace = '' } = object.metadata;
      if (previous !== undefined) {
        for (const owner of ownersOf(previous)) unlink(owner.uid, uid);
      }
      if (removed) {
        places.delete(uid);
        return;
      }
      const place = { bucket, namespace, name };
      places.set(uid, place);
      for (const owner of ownersOf(object)) link(owner.uid, uid, place);
    },
    placeOf: (uid) => places.get(uid),
    dependentsOf: (uid) => [...(dependents.get(uid)?.values() ?? [])],
  };
}
