import { deleteFinalizer } from '../model/names.ts';
import type { ServiceObject } from '../model/service-object.ts';
import type { PlanSettings } from '../model/settings.ts';

/**
 * True if the Service is declared as federated: it carries every label of the selector. With no selector every Service is, but the
 * API server's own `default/kubernetes`.
 */
export const isFederated = (
  service: ServiceObject,
  settings: Pick<PlanSettings, 'selector'>,
): boolean => {
  const { namespace, name } = service.key;
  if (namespace === 'default' && name === 'kubernetes') return false;
  return settings.selector.every(({ key, value }) => service.labels[key] === value);
};

/** True if Seamark has taken hold of the Service before: its finalizer is there. */
export const isHeld = (service: ServiceObject): boolean =>
  service.finalizers.includes(deleteFinalizer);
