import { conditionTypes } from '../core/model/condition.ts';
import type { LedgerEntry } from '../core/model/ledger-entry.ts';
import { ingressAnnotation } from '../core/model/names.ts';
import type { ObservedCluster } from '../core/model/observed.ts';
import type { Problem } from '../core/model/plan.ts';
import { type ServiceObject, serviceType } from '../core/model/service-object.ts';
import type { ServicePlan } from '../core/plan-service.ts';
import { sameAddresses } from '../core/status/addresses.ts';
import { conditionStates, mergeConditions } from '../core/status/conditions.ts';
import { ingressChange } from '../core/status/ingress-annotation.ts';
import type { ServiceStatusPatch } from '../ports/federated-services.ts';
import type { ReconcileContext } from './context.ts';

/** What a pass has seen and done by the time it tells the user. */
export type PassState = {
  readonly plan: ServicePlan;
  /** How many clusters are registered. */
  readonly registered: number;
  /** Those that the Service belongs in, or is being taken from. */
  readonly clusters: readonly ObservedCluster[];
  readonly ledger: readonly LedgerEntry[];
  readonly problems: readonly Problem[];
};

/** Tells the federated Service what was observed: annotation, load-balancer status, conditions. Writes only what differs. */
export const writeStatus = async (
  service: ServiceObject,
  state: PassState,
  ctx: ReconcileContext,
): Promise<ServiceObject | undefined> => {
  const text = ingressChange(service.annotations, state.plan.aggregate.ingresses);
  const annotated = text === undefined ? service : await annotate(service, text, ctx);
  if (annotated === undefined) return undefined;
  const patch = statusPatch(annotated, state, ctx);
  if (patch === undefined) return annotated;
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

const statusPatch = (
  service: ServiceObject,
  state: PassState,
  ctx: ReconcileContext,
): ServiceStatusPatch | undefined => {
  const wantsNames = serviceType(service) === 'LoadBalancer';
  const conditions = mergeConditions(
    service.conditions,
    conditionStates({ ...state, stage: state.plan.stage, wantsNames }),
    new Date(ctx.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
  );
  const { status } = state.plan.aggregate;
  const ingress =
    tellsAddresses(service, ctx) && !sameAddresses(service.ingress, status) ? status : undefined;
  if (conditions === undefined && ingress === undefined) return undefined;
  return {
    resourceVersion: service.resourceVersion,
    ...(conditions === undefined ? {} : { conditions }),
    ...(ingress === undefined ? {} : { ingress }),
  };
};

// Since 1.29 the API refuses load-balancer status on any other type. On a host that is a member the addresses are its own cloud's.
const tellsAddresses = (service: ServiceObject, ctx: ReconcileContext): boolean =>
  serviceType(service) === 'LoadBalancer' && ctx.settings.hostCluster === undefined;

/** Takes everything that Seamark told off a Service that it lets go of. */
export const clearStatus = async (
  service: ServiceObject,
  ctx: ReconcileContext,
): Promise<ServiceObject | undefined> => {
  const others = service.conditions.filter(
    ({ type }) => !conditionTypes.some((ours) => ours === type),
  );
  const toldAddresses = tellsAddresses(service, ctx) && service.ingress.length > 0;
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
