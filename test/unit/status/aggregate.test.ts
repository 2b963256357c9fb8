import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ingressAnnotation } from '../../../lib/core/model/names.ts';
import type { ObservedCluster } from '../../../lib/core/model/observed.ts';
import type { IngressAddress } from '../../../lib/core/model/service-object.ts';
import { distinctAddresses, sameAddresses } from '../../../lib/core/status/addresses.ts';
import { aggregate } from '../../../lib/core/status/aggregate.ts';
import {
  type ClusterIngress,
  formatIngresses,
  ingressChange,
  parseIngresses,
} from '../../../lib/core/status/ingress-annotation.ts';
import { aCluster, observedCluster } from '../../support/builders/cluster.ts';
import { aCopy, aService } from '../../support/builders/service.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readCase } from '../../support/read-case.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';

type Ingress = readonly IngressAddress[];
type Items = readonly ClusterIngress[];

const serviceWith = (items: Items | undefined, ingress: Ingress = []) =>
  aService({
    ingress,
    annotations: items === undefined ? {} : { [ingressAnnotation]: formatIngresses(items) },
  });

const fold = (service: ReturnType<typeof aService>, clusters: readonly ObservedCluster[]) =>
  aggregate(service, clusters, () => true);

type Given = {
  readonly clusters: readonly {
    readonly name: string;
    readonly ready: boolean;
    readonly shard: { readonly ingress: Ingress } | null;
    readonly readyEndpointAddresses: number;
  }[];
  readonly existingAnnotation: { readonly items?: Items } | null;
};

type Expect = {
  readonly status?: { readonly loadBalancer: { readonly ingress?: Ingress } };
  readonly annotation?: { readonly items?: Items } | null;
};

const observed = (one: Given['clusters'][number]): ObservedCluster => {
  if (!one.ready) return { cluster: aCluster(one.name), view: { kind: 'not-ready' } };
  return observedCluster(one.name, {
    readyEndpoints: one.readyEndpointAddresses,
    ...(one.shard === null ? {} : { service: aCopy({ ingress: one.shard.ingress }) }),
  });
};

describe('fold of the members’ status: vectors', () => {
  const cases = readVectors<Given, Expect>('status-aggregation').filter(({ name }) =>
    isApplicable('status-aggregation', name),
  );
  for (const one of cases) {
    it(one.name, () => {
      const { existingAnnotation, clusters } = one.given;
      const service = serviceWith(existingAnnotation?.items);
      const folded = fold(service, clusters.map(observed));
      const expected = wanted(one);
      if (expected.status !== undefined) {
        assert.deepEqual(folded.status, expected.status.loadBalancer.ingress ?? []);
      }
      if (expected.annotation === undefined) return;
      const text = ingressChange(service.annotations, folded.ingresses);
      const after = text === undefined ? service.annotations : { [ingressAnnotation]: text };
      assert.deepEqual(parseIngresses(after), expected.annotation?.items ?? []);
    });
  }
});

describe('fold of the members’ status', () => {
  it('S18: entries as they are, each distinct one once, in an order that no cluster decides', () => {
    const { input, expect } = readCase<
      { members: { readonly [name: string]: { ingress: Ingress } } },
      { aggregated_ingress_as_set: Ingress }
    >('services/S18-aggregate-hostnames');
    const members = Object.entries(input.members).map(([name, { ingress }]) =>
      observedCluster(name, { readyEndpoints: 1, service: aCopy({ ingress }) }),
    );
    const { status } = fold(serviceWith(undefined), members);
    assert.deepEqual(new Set(status), new Set(expect.aggregated_ingress_as_set));
    assert.equal(status.length, expect.aggregated_ingress_as_set.length);
    assert.deepEqual(fold(serviceWith(undefined), members.toReversed()).status, status);
  });

  it('F26: another order, empty fields and twins are no difference', () => {
    const { input } = readCase<
      {
        stored: { loadBalancer: { ingress: Ingress } };
        computed_variants: readonly Ingress[];
        empty: { computed: Ingress };
      },
      { writes: number }
    >('faults/F26-status-order-flaps');
    for (const variant of input.computed_variants) {
      assert.ok(sameAddresses(input.stored.loadBalancer.ingress, variant));
    }
    assert.ok(sameAddresses([], input.empty.computed));
    assert.ok(!sameAddresses(input.stored.loadBalancer.ingress, []));
  });

  it('modes and ports of an address are told, and decide between twins', () => {
    const ingress: Ingress = [
      { ip: '192.0.2.1', ports: [{ port: 80, protocol: 'TCP' }] },
      { ip: '192.0.2.1', ipMode: 'Proxy' },
      { ip: '192.0.2.1', ipMode: 'VIP' },
      { ip: '192.0.2.1' },
    ];
    const statusOf = (addresses: Ingress) => {
      const service = aCopy({ ingress: addresses });
      return fold(serviceWith(undefined), [observedCluster('a', { service })]).status;
    };
    assert.equal(statusOf(ingress).length, 3);
    assert.deepEqual(
      statusOf(ingress.toReversed())
        .map(({ ipMode }) => ipMode ?? 'VIP')
        .sort(),
      ['Proxy', 'VIP', 'VIP'],
    );
    assert.ok(sameAddresses(statusOf(ingress), statusOf(ingress.toReversed())));
    assert.ok(!sameAddresses(statusOf(ingress), statusOf(ingress.slice(1))));
  });

  it('W51: a cluster that could not be read keeps its last known addresses in both views', () => {
    const known = [{ cluster: 'a', items: [{ ip: '192.0.2.1' }] }];
    const stored = [{ ip: '192.0.2.1', ipMode: 'Proxy' }, { ip: '192.0.2.9' }];
    const view = { kind: 'unread', failure: 'transient', message: 'no answer' } as const;
    const folded = fold(serviceWith(known, stored), [{ cluster: aCluster('a'), view }]);
    assert.deepEqual(folded.ingresses, known);
    assert.deepEqual(folded.status, [{ ip: '192.0.2.1', ipMode: 'Proxy' }]);
  });

  it('W51: nor does one bring an address that had none when it was last read', () => {
    const known = [{ cluster: 'a', items: null }];
    const view = { kind: 'unread', failure: 'transient', message: 'no answer' } as const;
    const folded = fold(serviceWith(known), [{ cluster: aCluster('a'), view }]);
    assert.deepEqual(folded, { ingresses: known, status: [] });
  });

  it('W51: what is known of an address is looked up by both of its names', () => {
    const items = [
      { ip: '192.0.2.1' },
      { hostname: 'lb.test' },
      { ip: '192.0.2.1', hostname: 'lb.test' },
    ];
    const stored = [
      { ip: '192.0.2.1', hostname: 'lb.test', ipMode: 'Proxy' },
      { hostname: 'lb.test', ports: [{ port: 80, protocol: 'TCP' }] },
      { ip: '192.0.2.1', ipMode: 'VIP' },
    ];
    const view = { kind: 'unread', failure: 'transient', message: 'no answer' } as const;
    const folded = fold(serviceWith([{ cluster: 'a', items }], stored), [
      { cluster: aCluster('a'), view },
    ]);
    assert.deepEqual(folded.status, [stored[1], stored[2], stored[0]]);
  });

  it('W28: a namesake brings nothing', () => {
    const copy = aCopy({ ingress: [{ ip: '192.0.2.1' }] });
    const cluster = observedCluster('a', { service: copy, readyEndpoints: 1 });
    const folded = aggregate(serviceWith(undefined), [cluster], () => false);
    assert.deepEqual(folded, { ingresses: [], status: [] });
  });

  it('F26: an address is told without its empty fields', () => {
    const ports = [{ port: 80, protocol: 'TCP' }];
    const whole = { ip: '192.0.2.1', hostname: 'lb.test', ipMode: 'VIP', ports };
    const empty = { ip: '', hostname: '', ipMode: '', ports: [] };
    for (const field of ['ip', 'hostname', 'ipMode', 'ports'] as const) {
      const { [field]: _empty, ...rest } = whole;
      assert.deepEqual(distinctAddresses([{ ...whole, [field]: empty[field] }]), [rest], field);
    }
  });

  it('the mode that the API fills in beside an IP is no difference', () => {
    const ip = { ip: '192.0.2.1' };
    assert.ok(sameAddresses([ip], [{ ...ip, ipMode: 'VIP' }]));
    assert.ok(!sameAddresses([ip], [{ ...ip, ipMode: 'Proxy' }]));
    const host = { hostname: 'lb.test' };
    assert.ok(!sameAddresses([host], [{ ...host, ipMode: 'VIP' }]));
  });

  it('W2, F06: a cluster whose address goes stays in without one; one that never had any is left out', () => {
    const empty = [observedCluster('a', { readyEndpoints: 3, service: aCopy() })];
    const known = [{ cluster: 'a', items: [{ ip: '192.0.2.1' }] }];
    const out = [{ cluster: 'a', items: null }];
    assert.deepEqual(fold(serviceWith(known), empty).ingresses, out);
    assert.deepEqual(fold(serviceWith(out), empty).ingresses, out);
    assert.deepEqual(fold(serviceWith(known), empty).status, []);
    assert.deepEqual(fold(serviceWith(undefined), empty), { ingresses: [], status: [] });
  });

  it('W27: what was observed is not put into order where it lies', () => {
    const ingress = Object.freeze([{ ip: '192.0.2.9' }, { ip: '192.0.2.1' }]);
    const service = aCopy({ ingress });
    const clusters = Object.freeze([
      observedCluster('b', { readyEndpoints: 1, service }),
      observedCluster('a', { readyEndpoints: 1, service }),
    ]);
    const { ingresses, status } = fold(serviceWith(undefined), clusters);
    assert.deepEqual(
      status.map(({ ip }) => ip),
      ['192.0.2.1', '192.0.2.9'],
    );
    assert.notEqual(ingresses[0]?.items, ingress);
    assert.deepEqual(
      ingress.map(({ ip }) => ip),
      ['192.0.2.9', '192.0.2.1'],
    );
  });

  it('a cluster that is gone goes', () => {
    const known = [{ cluster: 'gone', items: [{ ip: '192.0.2.1' }] }];
    assert.deepEqual(fold(serviceWith(known), []), { ingresses: [], status: [] });
  });

  it('W16: what is no load balancer has no addresses', () => {
    const service = aService({ spec: { type: 'ClusterIP', ports: [{ port: 80 }] } });
    const copy = aCopy({ ingress: [{ ip: '192.0.2.1' }] });
    const folded = fold(service, [observedCluster('a', { readyEndpoints: 1, service: copy })]);
    assert.deepEqual(folded, { ingresses: [], status: [] });
  });
});
