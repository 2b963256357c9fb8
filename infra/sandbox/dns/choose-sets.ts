import type { ZoneRecordSet } from '../route53/zone/record-set.ts';

const maxMultivalueSets = 8;

/**
 * The sets of one name and type that an answer is made of. Simple sets are alone; of multivalue
 * sets up to eight answer. This server knows neither the health nor the place of anybody, so of
 * the other policies the primary, else the first set with a weight other than 0 answers always.
 */
export const chooseSets = (sets: readonly ZoneRecordSet[]): readonly ZoneRecordSet[] => {
  const multivalue = sets.filter((set) => set.multiValueAnswer !== undefined);
  if (multivalue.length > 0) return multivalue.slice(0, maxMultivalueSets);
  const chosen =
    sets.find((set) => set.failover === 'PRIMARY') ??
    sets.find((set) => set.weight !== 0) ??
    sets[0];
  return chosen === undefined ? [] : [chosen];
};
