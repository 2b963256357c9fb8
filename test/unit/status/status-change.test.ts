import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import {
  type StatusChange,
  statusChange,
  type ToldState,
  tellsAddresses,
} from '../../../lib/core/status/status-change.ts';
import { observedCluster } from '../../support/builders/cluster.ts';
import { aService } from '../../support/builders/service.ts';

const now = Date.parse('2026-01-05T10:00:00.123Z');
const address = { ip: '192.0.2.1' };
const told: ToldState = {
  stage: 'propagating',
  aggregate: { ingresses: [{ cluster: 'tokyo', items: [address] }], status: [address] },
  registered: 1,
  clusters: [observedCluster('tokyo', { readyEndpoints: 1 })],
  ledger: [],
  problems: [],
};

const applied = (service: ServiceObject, change: StatusChange): ServiceObject => ({
  ...service,
  annotations:
    change.annotation === undefined
      ? service.annotations
      : { 'federation.kubernetes.io/service-ingresses': change.annotation },
  conditions: change.conditions ?? service.conditions,
  ingress: change.ingress ?? service.ingress,
});

describe('what of a status has to change', () => {
  const first = statusChange(aService(), told, {}, now);

  it('everything, at first', () => {
    assert.equal(first.annotation, '{"items":[{"cluster":"tokyo","items":[{"ip":"192.0.2.1"}]}]}');
    assert.deepEqual(first.ingress, [address]);
    assert.deepEqual(
      first.conditions?.map(({ type, reason, lastTransitionTime }) => [
        type,
        reason,
        lastTransitionTime,
      ]),
      [
        ['Propagated', 'AllClusters', '2026-01-05T10:00:00Z'],
        ['EndpointsReady', 'ReadyEndpoints', '2026-01-05T10:00:00Z'],
        ['DNSInSync', 'NoAddressYet', '2026-01-05T10:00:00Z'],
      ],
    );
  });

  it('nothing, once it tells that', () => {
    const service = applied(aService(), first);
    assert.deepEqual(statusChange(service, told, {}, now + 60_000), {});
  });

  it('another type has no names, and its addresses are not ours to tell', () => {
    const service = aService({ spec: { type: 'NodePort' }, ingress: [{ ip: '192.0.2.9' }] });
    const change = statusChange(service, told, {}, now);
    assert.ok(!('ingress' in change));
    assert.equal(change.conditions?.[2]?.reason, 'NotALoadBalancer');
  });

  it('an external name has no endpoints to wait for', () => {
    const service = aService({ spec: { type: 'ExternalName', externalName: 'a.example' } });
    const { conditions } = statusChange(service, { ...told, clusters: [] }, {}, now);
    assert.equal(conditions?.[1]?.reason, 'ExternalName');
  });

  it('on a host that is a member the addresses are its own cloud’s', () => {
    assert.equal(tellsAddresses(aService(), {}), true);
    assert.equal(tellsAddresses(aService(), { hostCluster: 'tokyo' }), false);
    assert.ok(!('ingress' in statusChange(aService(), told, { hostCluster: 'tokyo' }, now)));
  });
});
