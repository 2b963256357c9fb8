import type { ZoneRecordSet } from '../route53/zone/record-set.ts';
import type { RecordReport } from './status-report.ts';

/** A name as people write it: `\ooo` escapes of Route 53 decoded, no trailing dot. */
const plainName = (name: string): string =>
  name
    .replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
    .replace(/\.$/, '');

/** The sets of a hosted zone as the verbs show them. */
export const listRecords = (sets: readonly ZoneRecordSet[]): readonly RecordReport[] =>
  sets.map(({ name, type, ttlSeconds, values, aliasTarget }) => ({
    name: plainName(name),
    type,
    ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
    values: aliasTarget
      ? [`alias ${plainName(aliasTarget.dnsName)}`]
      : values.map((value) => (type === 'CNAME' ? plainName(value).toLowerCase() : value)),
  }));
