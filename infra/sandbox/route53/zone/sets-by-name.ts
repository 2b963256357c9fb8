import type { ZoneRecordSet } from './record-set.ts';

type Group = readonly ZoneRecordSet[];

/** The sets of a zone by listed name. It never changes: a batch leaves another one behind. */
export type SetsByName = Iterable<readonly [name: string, sets: Group]> & {
  readonly get: (name: string) => Group | undefined;
  /** How many sets there are, all names together. */
  readonly count: () => number;
  /** These sets, to be changed without a trace in them. */
  readonly edit: () => WorkingSets;
};

/** A zone's sets while a batch is at work on them. */
export type WorkingSets = Pick<SetsByName, 'get' | 'count'> & {
  /** Puts the sets of a name; none takes the name away. */
  readonly put: (name: string, sets: Group) => void;
  /** The sets as they are now, with the changes so far. */
  readonly done: () => SetsByName;
};

/** Names that changed lately beyond which all of a zone are put together anew: what a batch costs follows the batch, not the zone. */
const mostRecent = 10_000;

type Layers = {
  readonly all: ReadonlyMap<string, Group>;
  /** What changed since, over `all`; empty where a name went. */
  readonly recent: ReadonlyMap<string, Group>;
  readonly count: number;
};

/** Sets by their names, each of which has one at least. */
export const setsByName = (sets: readonly ZoneRecordSet[]): SetsByName => {
  const all = new Map<string, Group>();
  for (const set of sets) all.set(set.name, [...(all.get(set.name) ?? []), set]);
  return fixed({ all, recent: new Map(), count: sets.length });
};

const find = ({ all, recent }: Layers, name: string): Group | undefined => {
  const group = recent.get(name) ?? all.get(name);
  return group?.length === 0 ? undefined : group;
};

const fixed = (layers: Layers): SetsByName => ({
  get: (name) => find(layers, name),
  count: () => layers.count,
  edit: () => edit(layers),
  [Symbol.iterator]: () => together(layers)[Symbol.iterator](),
});

const edit = (layers: Layers): WorkingSets => {
  const recent = new Map(layers.recent);
  let { count } = layers;
  const now = { ...layers, recent };
  return {
    get: (name) => find(now, name),
    count: () => count,
    put: (name, sets) => {
      count += sets.length - (find(now, name)?.length ?? 0);
      recent.set(name, sets);
    },
    done: () => fixed(settled({ ...now, count })),
  };
};

const settled = (layers: Layers): Layers =>
  layers.recent.size <= mostRecent
    ? layers
    : { all: together(layers), recent: new Map(), count: layers.count };

const together = ({ all, recent }: Layers): ReadonlyMap<string, Group> => {
  const names = new Map(all);
  for (const [name, sets] of recent) {
    if (sets.length === 0) names.delete(name);
    else names.set(name, sets);
  }
  return names;
};
