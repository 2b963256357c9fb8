import fc from 'fast-check';
import type { Resolved } from '../../../lib/core/model/observed.ts';
import type { IngressAddress } from '../../../lib/core/model/service-object.ts';

/** Host names that load balancers have: of ELB and of others, some of which do not resolve. */
export const hostNamePool = [
  'k8s-web-0a1b.elb.us-west-2.amazonaws.com',
  'dualstack.k8s-web-2c3d.elb.us-west-2.amazonaws.com',
  'lb.example.test',
  'LB.example.test.',
  'lost.example.test',
] as const;

const ipPool = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '2001:db8::1', '2001:DB8:0:0::1'] as const;

const address: fc.Arbitrary<IngressAddress> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ipPool).map((ip) => ({ ip })) },
  { weight: 2, arbitrary: fc.constantFrom(...hostNamePool).map((hostname) => ({ hostname })) },
);

/** What a load balancer tells: nothing, one address or a few, the same one twice as well. */
export const addresses: fc.Arbitrary<readonly IngressAddress[]> = fc.array(address, {
  maxLength: 3,
});

/** What the resolver knows of them. */
export const resolved: { readonly [hostname: string]: Resolved } = {
  'k8s-web-0a1b.elb.us-west-2.amazonaws.com': { addresses: ['198.51.100.7'], ttlSeconds: 60 },
  'dualstack.k8s-web-2c3d.elb.us-west-2.amazonaws.com': {
    addresses: ['198.51.100.8', '2001:db8::8'],
    ttlSeconds: 60,
  },
  'lb.example.test': { addresses: ['198.51.100.9'], ttlSeconds: 30 },
};
