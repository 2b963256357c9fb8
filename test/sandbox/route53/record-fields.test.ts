import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResourceRecordSet } from '@aws-sdk/client-route-53';
import { create, recordSet, remove, startHarness } from './harness.ts';

const zoneName = 'example.com';
const plain = recordSet(`r.${zoneName}.`, 'A', '192.0.2.1');
const routed = (name: string, fields: Partial<ResourceRecordSet>): ResourceRecordSet => ({
  ...plain,
  Name: `${name}.${zoneName}.`,
  SetIdentifier: 'one',
  ...fields,
});

const sets: readonly ResourceRecordSet[] = [
  {
    Name: `alias.${zoneName}.`,
    Type: 'A',
    AliasTarget: {
      HostedZoneId: 'Z2IFOLAFXWLO4F',
      DNSName: 'lb-a.elb.eu-west-1.amazonaws.com.',
      EvaluateTargetHealth: true,
    },
  },
  routed('cidr', { CidrRoutingConfig: { CollectionId: 'c-1', LocationName: '*' } }),
  routed('failover', { Failover: 'PRIMARY' }),
  routed('geo', { GeoLocation: { CountryCode: 'US', SubdivisionCode: 'OR' } }),
  routed('latency', { Region: 'eu-west-1' }),
  routed('multi', { MultiValueAnswer: true }),
  routed('proximity', {
    GeoProximityLocation: { Coordinates: { Latitude: '49.22', Longitude: '-74.01' }, Bias: -10 },
  }),
  routed('weighted', { Weight: 0 }),
];

describe('the fields of a record set', () => {
  it('are listed as they were sent, and a set that is echoed can be deleted (R07)', async (t) => {
    const { change, list } = await startHarness(t, zoneName);
    await change(...sets.map(create));
    const listed = await list();
    assert.deepEqual(listed, sets);
    await change(...listed.map(remove));
    assert.deepEqual(await list(), []);
  });

  it('are all part of what a DELETE must match', async (t) => {
    const { change, list } = await startHarness(t, zoneName);
    await change(...sets.map(create));
    const stale: readonly ResourceRecordSet[] = [
      routed('weighted', { Weight: 1 }),
      routed('latency', { Region: 'eu-west-2' }),
      routed('geo', { GeoLocation: { CountryCode: 'US' } }),
      routed('cidr', { CidrRoutingConfig: { CollectionId: 'c-2', LocationName: '*' } }),
      recordSet(`alias.${zoneName}`, 'A', '192.0.2.1'),
    ];
    for (const set of stale) {
      await assert.rejects(change(remove(set)), /the values provided do not match/, set.Name);
    }
    assert.deepEqual(await list(), sets);
  });

  it('that name what does not exist are refused', async (t) => {
    const { change } = await startHarness(t, zoneName);
    await assert.rejects(change(create({ ...plain, HealthCheckId: 'hc-1' })), {
      name: 'NoSuchHealthCheck',
    });
    const policy = create({ Name: plain.Name, Type: 'A', TrafficPolicyInstanceId: 'tp-1' });
    await assert.rejects(change(policy), { name: 'InvalidChangeBatch' });
    const twoPolicies = create(routed('two', { Weight: 1, Region: 'eu-west-1' }));
    await assert.rejects(change(twoPolicies), /found more than one in Change with/);
    await assert.rejects(change(create({ ...plain, SetIdentifier: 'x' })), /found none in Change/);
  });
});
