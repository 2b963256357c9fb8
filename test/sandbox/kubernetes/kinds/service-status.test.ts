import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KubeObject } from '../../../../infra/sandbox/kubernetes/resource.ts';
import {
  createOn,
  newCluster,
  objectOf,
  replaceStatusWith,
  replaceWith,
} from './strategy-driver.ts';

type Case = {
  readonly title: string;
  readonly type: string;
  readonly ingress: readonly object[];
  readonly faults: readonly string[];
};

const FIELD = 'status.loadBalancer.ingress';
const REFUSED: readonly Case[] = [
  {
    title: 'addresses of a Service that is no load balancer',
    type: 'NodePort',
    ingress: [{ hostname: 'a.example.com' }],
    faults: [`${FIELD}: Forbidden: may only be used when \`spec.type\` is 'LoadBalancer'`],
  },
  {
    title: 'an address that is none',
    type: 'LoadBalancer',
    ingress: [{ ip: 'nowhere' }],
    faults: [
      `${FIELD}[0].ip: Invalid value: "nowhere": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)`,
    ],
  },
  {
    title: 'an address as hostname',
    type: 'LoadBalancer',
    ingress: [{ hostname: '192.0.2.1' }],
    faults: [
      `${FIELD}[0].hostname: Invalid value: "192.0.2.1": must be a DNS name, not an IP address`,
    ],
  },
  {
    title: 'an unknown mode',
    type: 'LoadBalancer',
    ingress: [{ ip: '192.0.2.1', ipMode: 'Direct' }],
    faults: [`${FIELD}[0].ipMode: Unsupported value: "Direct": supported values: "Proxy", "VIP"`],
  },
  {
    title: 'a mode without address',
    type: 'LoadBalancer',
    ingress: [{ hostname: 'a.example.com', ipMode: 'VIP' }],
    faults: [`${FIELD}[0].ipMode: Forbidden: may not be specified when \`ip\` is not set`],
  },
];

function created(type: string) {
  const cluster = newCluster();
  const spec = { type, ports: [{ port: 80 }] };
  const old = objectOf(createOn(cluster, 'services', { metadata: { name: 'web' }, spec }));
  return { cluster, resource: cluster.resource('services'), old };
}

function withStatus(old: KubeObject, ingress: readonly object[], rest: object = {}) {
  const body = { ...old, ...rest, status: { loadBalancer: { ingress } } };
  return { body, old };
}

describe('The status of a Service is refused for', () => {
  for (const { title, type, ingress, faults } of REFUSED) {
    test(title, () => {
      const { cluster, resource, old } = created(type);
      const outcome = replaceStatusWith(cluster, resource, withStatus(old, ingress));
      assert.deepEqual(outcome.faults, faults);
    });
  }
});

describe('The status of a Service', () => {
  test('is written with the mode that addresses have by default', () => {
    const { cluster, resource, old } = created('LoadBalancer');
    const written = objectOf(
      replaceStatusWith(cluster, resource, withStatus(old, [{ ip: '192.0.2.1' }])),
    );
    const ingress = [{ ip: '192.0.2.1', ipMode: 'VIP' }];
    assert.deepEqual(written['status'], { loadBalancer: { ingress } });
  });

  test('keeps the spec and takes labels along', () => {
    const { cluster, resource, old } = created('LoadBalancer');
    const metadata = { ...old.metadata, labels: { app: 'web' } };
    const request = withStatus(old, [], { metadata, spec: { ports: [{ port: 0 }] } });
    const written = objectOf(replaceStatusWith(cluster, resource, request));
    assert.deepEqual(written['spec'], old['spec']);
    assert.deepEqual(written.metadata.labels, { app: 'web' });
  });

  test('is not written through the Service itself', () => {
    const { cluster, resource, old } = created('LoadBalancer');
    const request = withStatus(old, [{ hostname: 'a.example.com' }]);
    const written = objectOf(replaceWith(cluster, resource, request));
    assert.deepEqual(written['status'], { loadBalancer: {} });
  });

  test('goes when the Service is a load balancer no more', () => {
    const { cluster, resource, old } = created('LoadBalancer');
    const request = withStatus(old, [{ hostname: 'a.example.com' }]);
    const balanced = objectOf(replaceStatusWith(cluster, resource, request));
    const body = { ...balanced, spec: { ...Object(balanced['spec']), type: 'NodePort' } };
    const written = objectOf(replaceWith(cluster, resource, { body, old: balanced }));
    assert.deepEqual(written['status'], { loadBalancer: {} });
  });
});
