import fc from 'fast-check';
import type { JsonObject } from '../../../lib/core/model/json.ts';
import { deleteFinalizer } from '../../../lib/core/model/names.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import { aService } from '../builders/service.ts';

const port = fc.record({
  port: fc.constantFrom(80, 443, 8080),
  protocol: fc.constantFrom('TCP', 'UDP'),
  targetPort: fc.constantFrom<number | string>(8080, 'http'),
});

/** What somebody declares: every type with ports, one to three of them, each with its own name. */
const spec: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      type: fc.constantFrom(
        'LoadBalancer',
        'LoadBalancer',
        'LoadBalancer',
        'NodePort',
        'ClusterIP',
      ),
      ports: fc.uniqueArray(port, {
        selector: (one) => `${one.port}/${one.protocol}`,
        minLength: 1,
        maxLength: 3,
      }),
      selector: fc.constantFrom({ app: 'web' }, { app: 'web', tier: 'front' }),
      sessionAffinity: fc.constantFrom('None', 'ClientIP'),
      publishNotReadyAddresses: fc.boolean(),
    },
    { requiredKeys: ['type', 'ports', 'selector'] },
  )
  .map(({ ports, ...rest }) => ({
    ...rest,
    ports: ports.map((one) => ({ ...one, name: `${one.protocol.toLowerCase()}-${one.port}` })),
  }));

const words = fc.dictionary(
  fc.constantFrom('team', 'tier', 'example.test/note'),
  fc.constantFrom('', 'a', 'b'),
  { maxKeys: 2 },
);

/** A federated Service, held by Seamark already or not yet. */
export const services: fc.Arbitrary<ServiceObject> = fc
  .record({ spec, labels: words, annotations: words, held: fc.boolean() })
  .map((given) =>
    aService({
      spec: given.spec,
      labels: { ...aService().labels, ...given.labels },
      annotations: given.annotations,
      finalizers: given.held ? [deleteFinalizer] : [],
    }),
  );
