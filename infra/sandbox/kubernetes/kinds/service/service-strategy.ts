import type { Allocators, FieldError, KubeObject, Strategy } from '../../resource.ts';
import { sameJson, withFields } from '../object/json-access.ts';
import {
  commonCreateFaults,
  commonUpdateFaults,
  strictMetaUpdateFaults,
} from '../object/object-meta.ts';
import { loadBalancerStatusFaults } from './load-balancer-status.ts';
import { allocateService, rehearseAllocation, releaseService } from './service-allocation.ts';
import { defaultService } from './service-defaults.ts';
import { serviceFaults, serviceUpdateFaults } from './service-faults.ts';
import { alignClusterIps, dropForType, keepAllocated } from './service-update.ts';
import { serviceWarnings } from './service-warnings.ts';

const NO_STATUS = { loadBalancer: {} } as const;

function mainUpdate(next: KubeObject, old: KubeObject): KubeObject {
  const defaulted = defaultService(next);
  const kept = alignClusterIps(keepAllocated(defaulted, old), old);
  const status = old['status'] ?? NO_STATUS;
  return dropForType(withFields(kept, { status }), old);
}

/**
 * The rules of Services. Allocation is rehearsed before validation, as the API allocates first and gives back when
 * validation fails: its refusals hide the faults of validation. Source: `svcStrategy` and `REST` of the Service registry.
 */
export function createServiceStrategy(allocators: Allocators): Strategy {
  const validateWith = (
    next: KubeObject,
    old: KubeObject | undefined,
    faults: (object: KubeObject) => readonly FieldError[],
  ) => {
    const rehearsal = rehearseAllocation(next, old, allocators);
    return 'errors' in rehearsal ? rehearsal.errors : faults(rehearsal.object);
  };
  return {
    decode: defaultService,
    prepareForCreate: (object) =>
      alignClusterIps(withFields(defaultService(object), { status: NO_STATUS }), undefined),
    prepareForUpdate: mainUpdate,
    prepareForStatusUpdate: (next, old) => defaultService(withFields(next, { spec: old['spec'] })),
    validateCreate: (object) =>
      validateWith(object, undefined, (complete) => {
        const faults = serviceFaults(complete, undefined);
        return faults.length > 0 ? faults : commonCreateFaults(complete, true);
      }),
    validateUpdate: (next, old) => {
      const common = commonUpdateFaults(next, old, true);
      // The main resource keeps the old status (or clears it), so a changed one comes from /status.
      const onStatus = !sameJson(next['status'], old['status']);
      if (onStatus && sameJson(next['spec'], old['spec'])) {
        const own = [...strictMetaUpdateFaults(next, old), ...loadBalancerStatusFaults(next, old)];
        return [...common, ...own];
      }
      return validateWith(next, old, (complete) => [
        ...common,
        ...serviceUpdateFaults(complete, old),
      ]);
    },
    allocate: (next, old, context) => allocateService(next, old, context.allocators),
    warn: serviceWarnings,
    release: (service, context) => releaseService(service, context.allocators),
  };
}
