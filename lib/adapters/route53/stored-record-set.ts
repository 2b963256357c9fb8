import type { ResourceRecordSet } from '@aws-sdk/client-route-53';
import type { AliasTarget, StoredRecordSet } from '../../core/model/record-set.ts';
import { bareZoneId, canonicalName } from './names.ts';

/** Types whose values are host names alone. */
const hostNameTypes: ReadonlySet<string> = new Set(['CNAME', 'NS', 'PTR']);

/** Fields that make a set more than a simple one or a simple alias, with what to call it (ResourceRecordSet; case R34). */
const specials: readonly (readonly [keyof ResourceRecordSet, string])[] = [
  ['TrafficPolicyInstanceId', 'traffic policy'],
  ['Weight', 'weighted'],
  ['Region', 'latency'],
  ['Failover', 'failover'],
  ['GeoLocation', 'geolocation'],
  ['GeoProximityLocation', 'geoproximity'],
  ['MultiValueAnswer', 'multivalue answer'],
  ['CidrRoutingConfig', 'IP-based'],
  ['SetIdentifier', 'routing policy'],
  ['HealthCheckId', 'health check'],
];

/** A listed set in the model's form. */
export const toStoredRecordSet = (listed: ResourceRecordSet): StoredRecordSet => {
  const type = String(listed.Type);
  const special = specials.find(([field]) => listed[field] !== undefined)?.[1];
  const values = (listed.ResourceRecords ?? []).map(({ Value = '' }) =>
    hostNameTypes.has(type) ? canonicalName(Value) : Value,
  );
  return {
    name: canonicalName(listed.Name ?? ''),
    type,
    ...(listed.TTL !== undefined && { ttlSeconds: listed.TTL }),
    values: values.sort(),
    ...aliasOf(listed),
    ...(special !== undefined && { special }),
  };
};

const aliasOf = ({ AliasTarget: target }: ResourceRecordSet): { alias?: AliasTarget } =>
  target === undefined
    ? {}
    : {
        alias: {
          zoneId: bareZoneId(target.HostedZoneId ?? ''),
          dnsName: canonicalName(target.DNSName ?? ''),
          evaluateTargetHealth: target.EvaluateTargetHealth === true,
        },
      };
