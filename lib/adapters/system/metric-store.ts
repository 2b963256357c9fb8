import { type MetricKind, type MetricName, metrics } from '../../core/model/metric.ts';

/** The metrics that share one document of the embedded metric format: the same dimension, the same value of it. */
export type MetricGroup = {
  readonly by?: 'cluster' | 'zone';
  readonly value?: string;
  /** Written without the dimension too. */
  readonly total: boolean;
  /** The values of each metric, in the order in which they were measured; a sum is one value. */
  readonly values: ReadonlyMap<MetricName, readonly number[]>;
};

/** What was measured since the last time it was taken. */
export type MetricStore = {
  readonly add: (name: MetricName, value: number, dimension?: string) => void;
  /** Everything measured, and forgets it. */
  readonly take: () => readonly MetricGroup[];
};

/** A store with nothing in it. */
export const createMetricStore = (): MetricStore => {
  let groups = new Map<string, MetricGroup & { readonly values: Map<MetricName, number[]> }>();
  return {
    add: (name, value, dimension) => {
      const kind: MetricKind = metrics[name];
      // CloudWatch takes neither; a count of nothing says no more than no count.
      if (!Number.isFinite(value) || (kind.values === 'sum' && value === 0)) return;
      const place = placeOf(kind, dimension);
      if (place === undefined) return;
      const at = JSON.stringify([place.by, place.value, place.total]);
      const group = groups.get(at) ?? { ...place, values: new Map<MetricName, number[]>() };
      groups.set(at, group);
      const before = group.values.get(name) ?? [];
      group.values.set(
        name,
        kind.values === 'sum' ? [(before[0] ?? 0) + value] : [...before, value],
      );
    },
    take: () => {
      const taken = [...groups.values()];
      groups = new Map();
      return taken;
    },
  };
};

// A dimension without a value is no dimension: such a value would count for something else.
const placeOf = (
  kind: MetricKind,
  value: string | undefined,
): Omit<MetricGroup, 'values'> | undefined => {
  const { by } = kind;
  const total = kind.total === true;
  if (by === undefined) return { total };
  return value === undefined || value === '' ? undefined : { by, value, total };
};
