import fc from 'fast-check';
import type { Cluster } from '../../../lib/core/model/cluster.ts';
import type { IngressAddress, ServiceObject } from '../../../lib/core/model/service-object.ts';
import { addresses } from './addresses.ts';
import { clusters } from './clusters.ts';
import { services } from './services.ts';

/** What one member cluster holds of the Service, and how it is. */
export type MemberSituation = {
  readonly cluster: Cluster;
  /** `silent` is known to be not ready; `failing` is ready and answers no read. */
  readonly health: 'well' | 'silent' | 'failing';
  /** `older` is our copy of another declaration, `leaving` one that is deleted and held there. */
  readonly copy: 'none' | 'ours' | 'older' | 'leaving' | 'namesake';
  readonly readyEndpoints: number;
  readonly ingress: readonly IngressAddress[];
};

/** Where a Service and its clusters stand before anybody looks. */
export type Situation = {
  readonly service: ServiceObject;
  /** Another declaration of the same Service. */
  readonly before: ServiceObject;
  readonly members: readonly MemberSituation[];
};

/** Any situation of a federated Service; `healthy` has no member that fails or is silent. */
export const situations = (options: { readonly healthy: boolean }): fc.Arbitrary<Situation> =>
  fc.record({ service: services, before: services, members: clusters.chain(membersOf(options)) });

const membersOf =
  ({ healthy }: { readonly healthy: boolean }) =>
  (list: readonly Cluster[]): fc.Arbitrary<readonly MemberSituation[]> =>
    fc.tuple(
      ...list.map((cluster) =>
        fc.record({
          cluster: fc.constant(cluster),
          health: healthy
            ? fc.constant('well' as const)
            : fc.constantFrom(
                'well' as const,
                'well' as const,
                'silent' as const,
                'failing' as const,
              ),
          copy: fc.constantFrom(
            'none' as const,
            'ours' as const,
            'older' as const,
            'leaving' as const,
            'namesake' as const,
          ),
          readyEndpoints: fc.nat({ max: 2 }),
          ingress: addresses,
        }),
      ),
    );
