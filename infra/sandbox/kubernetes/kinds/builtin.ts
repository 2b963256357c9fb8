import type { Resource, StrategyContext } from '../resource.ts';
import { serviceSchema } from '../schema/kinds/service.ts';
import { CORE, describeResource } from './describe-resource.ts';
import { serviceColumns } from './service/service-columns.ts';
import { createServiceStrategy } from './service/service-strategy.ts';
import { standingResources } from './standing-resources.ts';

/** The kinds that a cluster serves from its start, with their rules. Source: the registries of Kubernetes 1.34. */
export function builtinResources(context: StrategyContext): readonly Resource[] {
  const services = describeResource(
    { ...CORE, hasStatus: true, createOnUpdate: true },
    {
      kind: 'Service',
      plural: 'services',
      singular: 'service',
      shortNames: ['svc'],
      categories: ['all'],
    },
    {
      schema: serviceSchema,
      columns: serviceColumns,
      strategy: createServiceStrategy(context.allocators),
      selectableFields: ['spec.clusterIP', 'spec.type'],
    },
  );
  return [services, ...standingResources];
}
