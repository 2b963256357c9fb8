import fc from 'fast-check';
import type { JsonObject } from '../../../../infra/sandbox/kubernetes/resource.ts';

const value = fc.constantFrom('1', '2', '3');
const port = fc.record(
  {
    port: fc.constantFrom(53, 80, 443),
    protocol: fc.constantFrom('TCP', 'UDP'),
    name: fc.constantFrom('a', 'b'),
    nodePort: fc.constantFrom(30000, 30001),
  },
  { requiredKeys: ['port'] },
);

const spec = fc.record(
  {
    type: fc.constantFrom('ClusterIP', 'LoadBalancer'),
    ports: fc.uniqueArray(port, {
      selector: (one) => `${one.port}/${one.protocol ?? 'TCP'}`,
      minLength: 1,
      maxLength: 4,
    }),
    selector: fc.dictionary(fc.constantFrom('a', 'b'), value, { minKeys: 1, maxKeys: 2 }),
    externalIPs: fc.uniqueArray(fc.constantFrom('192.0.2.1', '192.0.2.2'), { minLength: 1 }),
  },
  { requiredKeys: [] },
);

const metadata = fc.record(
  {
    name: fc.constant('web'),
    namespace: fc.constant('default'),
    labels: fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, { minKeys: 1, maxKeys: 3 }),
    finalizers: fc.uniqueArray(fc.constantFrom('x/1', 'x/2', 'x/3'), { minLength: 1 }),
  },
  { requiredKeys: ['name', 'namespace'] },
);

/** A Service configuration as someone applies it: some fields, none of them empty. */
export const serviceConfig: fc.Arbitrary<JsonObject> = fc
  .record({ metadata, spec })
  // Once through text, as what a client sends is: plain objects without absent keys.
  .map((fields) => JSON.parse(JSON.stringify({ apiVersion: 'v1', kind: 'Service', ...fields })));
