import type { ResourceRecordSet } from '@aws-sdk/client-route-53';
import { isAlias, type RecordSet } from '../../core/model/record-set.ts';
import { route53Name } from './names.ts';

/** A set in the form that Route 53 takes and lists. An alias has no TTL and no values, not even an empty list (case R07). */
export const toListedRecordSet = (set: RecordSet): ResourceRecordSet => {
  const place = { Name: route53Name(set.name), Type: set.type };
  if (isAlias(set)) {
    const { zoneId, dnsName, evaluateTargetHealth } = set.alias;
    return {
      ...place,
      AliasTarget: {
        HostedZoneId: zoneId,
        DNSName: route53Name(dnsName),
        EvaluateTargetHealth: evaluateTargetHealth,
      },
    };
  }
  return {
    ...place,
    TTL: set.ttlSeconds,
    ResourceRecords: set.values.map((value) => ({
      Value: set.type === 'CNAME' ? route53Name(value) : value,
    })),
  };
};
