import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResourceRecordSet } from '@aws-sdk/client-route-53';
import { toStoredRecordSet } from '../../../../lib/adapters/route53/stored-record-set.ts';

const base: ResourceRecordSet = {
  Name: 'Web.x.test.',
  Type: 'A',
  TTL: 60,
  ResourceRecords: [{ Value: '192.0.2.1' }],
};
const health = { HealthCheckId: 'h' };
const alias = { HostedZoneId: 'Z1', DNSName: 'lb.test.', EvaluateTargetHealth: true };

const specials: readonly (readonly [string, Partial<ResourceRecordSet>])[] = [
  ['weighted', { SetIdentifier: 'a', Weight: 0 }],
  ['latency', { SetIdentifier: 'a', Region: 'eu-west-1' }],
  ['failover', { SetIdentifier: 'a', Failover: 'PRIMARY', ...health }],
  ['geolocation', { SetIdentifier: 'a', GeoLocation: { CountryCode: 'DE' } }],
  ['geoproximity', { SetIdentifier: 'a', GeoProximityLocation: { AWSRegion: 'eu-west-1' } }],
  ['multivalue answer', { SetIdentifier: 'a', MultiValueAnswer: true }],
  ['IP-based', { SetIdentifier: 'a', CidrRoutingConfig: { CollectionId: 'c', LocationName: 'l' } }],
  ['routing policy', { SetIdentifier: 'a' }],
  ['traffic policy', { TrafficPolicyInstanceId: '00000000-0000-4000-8000-000000000001' }],
  ['weighted', { SetIdentifier: 'a', Weight: 1, AliasTarget: alias }],
  ['health check', health],
];

describe('toStoredRecordSet', () => {
  for (const [special, fields] of specials) {
    it(`calls ${Object.keys(fields).join(' and ')} ${special}`, () =>
      assert.equal(toStoredRecordSet({ ...base, ...fields }).special, special));
  }

  it('leaves a simple set simple', () => {
    const want = { name: 'web.x.test', type: 'A', ttlSeconds: 60, values: ['192.0.2.1'] };
    assert.deepEqual(toStoredRecordSet(base), want);
  });

  it('reads an alias that has neither TTL nor values (R07)', () => {
    const listed = { Name: 'web.x.test.', Type: 'A', AliasTarget: alias } as const;
    const target = { zoneId: 'Z1', dnsName: 'lb.test', evaluateTargetHealth: true };
    const want = { name: 'web.x.test', type: 'A', values: [], alias: target };
    assert.deepEqual(toStoredRecordSet(listed), want);
    assert.deepEqual(toStoredRecordSet({ ...listed, ResourceRecords: [] }), want);
  });

  it('makes host-name values canonical, others not (R02)', () => {
    const values = (Type: 'CNAME' | 'NS' | 'TXT', Value: string) =>
      toStoredRecordSet({ ...base, Type, ResourceRecords: [{ Value }] }).values;
    assert.deepEqual(values('CNAME', 'Web.X.test.'), ['web.x.test']);
    assert.deepEqual(values('NS', 'ns-1.x.test.'), ['ns-1.x.test']);
    assert.deepEqual(values('TXT', '"Hello."'), ['"Hello."']);
  });
});
