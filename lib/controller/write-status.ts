import { conditionTypes } from '../core/model/condition.ts';
import { ingressAnnotation } from '../core/model/names.ts';
import type { ServiceObject } from '../core/model/service-object.ts';
import {
  type ClusterIngress,
  hasNewAddress,
  ingressChange,
} from '../core/status/ingress-annotation.ts';
import { statusChange, type ToldState, tellsAddresses } from '../core/status/status-change.ts';
import type { ReconcileContext } from './context.ts';

/** Tells the addresses that are new, which must be before any name has them; undefined if the Service is gone. */
export const tellNewAddresses = async (
  service: ServiceObject,
  ingresses: readonly ClusterIngress[],
  ctx: ReconcileContext,
): Promise<ServiceObject | undefined> => {
  if (!hasNewAddress(service, ingresses)) return service;
  const text = ingressChange(service.annotations, ingresses);
  return text === undefined ? service : await annotate(service, text, ctx);
};

/** Tells the federated Service what was observed: annotation, load-balancer status, conditions. Writes only what differs. */
export const writeStatus = async (
  service: ServiceObject,
  told: ToldState,
  ctx: ReconcileContext,
): Promise<ServiceObject | undefined> => {
  const { annotation, ...status } = statusChange(service, told, ctx.settings, ctx.clock.now());
  const annotated = annotation === undefined ? service : await annotate(service, annotation, ctx);
  if (annotated === undefined) return undefined;
  if (Object.keys(status).length === 0) return annotated;
  const patch = { resourceVersion: annotated.resourceVersion, ...status };
  return await ctx.services.patchStatus(annotated.key, patch, ctx.signal);
};

const annotate = (
  service: ServiceObject,
  text: string,
  ctx: ReconcileContext,
): Promise<ServiceObject | undefined> =>
  ctx.services.patchMetadata(
    service.key,
    { resourceVersion: service.resourceVersion, annotations: { [ingressAnnotation]: text } },
    ctx.signal,
  );

/** Takes everything that Seamark told off a Service that it lets go of. */
export const clearStatus = async (
  service: ServiceObject,
  ctx: ReconcileContext,
): Promise<ServiceObject | undefined> => {
  const others = service.conditions.filter(
    ({ type }) => !conditionTypes.some((ours) => ours === type),
  );
  const toldAddresses = tellsAddresses(service, ctx.settings) && service.ingress.length > 0;
  if (others.length === service.conditions.length && !toldAddresses) return service;
  return await ctx.services.patchStatus(
    service.key,
    {
      resourceVersion: service.resourceVersion,
      conditions: others,
      ...(toldAddresses ? { ingress: [] } : {}),
    },
    ctx.signal,
  );
};
