import { canonicalName } from '../../lib/adapters/route53/names.ts';
import {
  isAlias,
  type RecordSet,
  type RecordType,
  type ValueSet,
} from '../../lib/core/model/record-set.ts';

/** A record set as the vector files write it. */
export type VectorRecord = {
  readonly name: string;
  readonly type: string;
  readonly ttl?: number;
  readonly rrdatas: readonly string[];
};

/** A vector's record in the model's form: names canonical, values as they are. */
export const toValueSet = ({ name, type, ttl, rrdatas }: VectorRecord): ValueSet => ({
  name: canonicalName(name),
  // The vectors that go this way hold no other types.
  type: type as RecordType,
  ttlSeconds: ttl ?? 0,
  values: type === 'CNAME' ? rrdatas.map(canonicalName) : rrdatas,
});

/** A record of ours as the vectors write it; an alias, which they don't know, is refused. */
export const toVector = (set: RecordSet): VectorRecord => {
  if (isAlias(set)) throw new Error(`Cannot write ${set.name} as a vector: it is an alias`);
  return { name: set.name, type: set.type, ttl: set.ttlSeconds, rrdatas: set.values };
};

/** Records in an order of their own, values too: neither is significant in the vectors. */
export const sortedVectors = (records: readonly VectorRecord[]): readonly VectorRecord[] =>
  records
    .map(({ name, rrdatas, ...rest }) => ({
      name: canonicalName(name),
      ...rest,
      rrdatas: [...rrdatas].sort(),
    }))
    .sort((left, right) => (`${left.name} ${left.type}` < `${right.name} ${right.type}` ? -1 : 1));
