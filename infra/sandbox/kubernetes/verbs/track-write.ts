import { apiVersionOf } from '../catalog/catalog.ts';
import type { KubeObject } from '../resource.ts';
import { trackUpdate } from '../schema/managed-fields.ts';
import type { Engine, Write } from './engine.ts';

/** The next object with its managedFields brought up to date for a write that is no apply. */
export function trackWrite(
  { context }: Engine,
  { resource, manager, subresource }: Write,
  { live, next }: { readonly live: KubeObject | undefined; readonly next: KubeObject },
): KubeObject {
  return trackUpdate({
    live,
    next,
    schema: resource.schema,
    manager,
    subresource: subresource === 'status' ? 'status' : '',
    hasStatus: resource.hasStatus,
    apiVersion: apiVersionOf(resource),
    now: context.now(),
  });
}
