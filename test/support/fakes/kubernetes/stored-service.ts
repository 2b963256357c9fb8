import { isJsonObject, type JsonObject } from '../../../../lib/core/model/json.ts';
import type { ServiceObject } from '../../../../lib/core/model/service-object.ts';
import { flatten, itemOf, toFieldsV1, unflatten } from './service-document.ts';

/** A Service with who owns which field: `ours` is field manager `seamark`, by apply; `theirs` is everybody else. */
export type StoredService = {
  readonly object: ServiceObject;
  readonly ours: ReadonlySet<string>;
  readonly theirs: ReadonlySet<string>;
};

// What is stored is never changed, only replaced.
const presented = new WeakMap<StoredService, ServiceObject>();

/** The object as a read returns it. */
export const present = (stored: StoredService): ServiceObject => {
  const known = presented.get(stored) ?? readBack(stored);
  presented.set(stored, known);
  return known;
};

const readBack = ({ object: stored, ours, theirs }: StoredService): ServiceObject => {
  const { appliedFields: _applied, claimedSpec: _claimed, ...object } = stored;
  const claimedSpec = toFieldsV1([...ours, ...theirs])['f:spec'];
  return {
    ...object,
    ...(isJsonObject(claimedSpec) ? { claimedSpec } : {}),
    ...(ours.size === 0 ? {} : { appliedFields: toFieldsV1(ours) }),
  };
};

/** What `seamark` sends by server-side apply. */
export type Applied = Pick<ServiceObject, 'labels' | 'annotations' | 'spec'>;

/**
 * Forced server-side apply: sets what is sent, drops what `seamark` no longer sends and nobody else owns
 * (Kubernetes documentation, "Server-Side Apply").
 */
export const applyFields = (stored: StoredService, applied: Applied): StoredService => {
  const before = flatten(stored.object);
  const sent = flatten(applied);
  const after = new Map(before);
  const theirs = new Set(stored.theirs);
  const dropped = [...stored.ours].filter((path) => !sent.has(path) && !theirs.has(path));
  for (const path of dropped) dropPath(after, path);
  for (const [path, value] of sent) {
    if (JSON.stringify(before.get(path)) !== JSON.stringify(value)) theirs.delete(path);
    after.set(path, value);
  }
  sortItems(after, [...sent.keys()]);
  return {
    object: { ...stored.object, ...unflatten(after) },
    ours: new Set(sent.keys()),
    theirs,
  };
};

/** The object with all of its ports, but not their node ports, owned by `seamark` alone. */
export const takeOverPorts = (stored: StoredService): StoredService => {
  const isPort = (path: string): boolean => itemOf(path) !== undefined;
  const ports = [...flatten(stored.object).keys()].filter(
    (path) => isPort(path) && !path.endsWith('"f:nodePort"]'),
  );
  return {
    ...stored,
    ours: new Set([...stored.ours, ...ports]),
    theirs: new Set([...stored.theirs].filter((path) => !isPort(path))),
  };
};

/** An update by somebody else, who takes over every field that changes. */
export const updateFields = (stored: StoredService, next: ServiceObject): StoredService => {
  const before = flatten(stored.object);
  const after = flatten(next);
  const taken = new Set(
    [...after]
      .filter(([path, value]) => JSON.stringify(before.get(path)) !== JSON.stringify(value))
      .map(([path]) => path),
  );
  const kept = (paths: ReadonlySet<string>): string[] =>
    [...paths].filter((path) => after.has(path) && !taken.has(path));
  return {
    object: next,
    ours: new Set(kept(stored.ours)),
    theirs: new Set([...kept(stored.theirs), ...taken]),
  };
};

/** The paths of an object that somebody else created. */
export const pathsOf = (object: Applied): ReadonlySet<string> => new Set(flatten(object).keys());

// List items take the order in which they are sent; those of others come first.
const sortItems = (leaves: Map<string, JsonObject[string]>, sent: readonly string[]): void => {
  for (const item of new Set(sent.flatMap((path) => itemOf(path) ?? []))) {
    for (const [path, value] of [...leaves]) {
      if (itemOf(path) !== item) continue;
      leaves.delete(path);
      leaves.set(path, value);
    }
  }
};

const dropPath = (leaves: Map<string, JsonObject[string]>, path: string): void => {
  leaves.delete(path);
  if (itemOf(path) !== path) return;
  for (const other of [...leaves.keys()]) if (itemOf(other) === path) leaves.delete(other);
};
