import type { Condition } from '../model/condition.ts';
import type { LedgerEntry } from '../model/ledger-entry.ts';
import type { ObservedCluster } from '../model/observed.ts';
import type { Problem, Stage } from '../model/plan.ts';
import { type IngressAddress, type ServiceObject, serviceType } from '../model/service-object.ts';
import type { PlanSettings } from '../model/settings.ts';
import type { EpochMs } from '../model/time.ts';
import { sameAddresses } from './addresses.ts';
import type { Aggregate } from './aggregate.ts';
import { conditionStates, mergeConditions } from './conditions.ts';
import { ingressChange } from './ingress-annotation.ts';

/** What the status of a federated Service tells of. */
export type ToldState = {
  readonly stage: Stage;
  readonly aggregate: Aggregate;
  /** How many clusters are registered. */
  readonly registered: number;
  /** Those that the Service belongs in, or is being taken from, as they stand after this pass's writes. */
  readonly clusters: readonly ObservedCluster[];
  /** Entries as they stand after this pass's writes. */
  readonly ledger: readonly LedgerEntry[];
  readonly problems: readonly Problem[];
};

/** What of a Service's annotation and status differs from what is to be told; nothing is absent that has to change. */
export type StatusChange = {
  /** The new text of the annotation that tells each cluster's addresses. */
  readonly annotation?: string;
  /** The whole list, those of others included. */
  readonly conditions?: readonly Condition[];
  readonly ingress?: readonly IngressAddress[];
};

type Settings = Pick<PlanSettings, 'hostCluster'>;

/** The change that makes a federated Service tell what was observed; empty where it tells just that. */
export const statusChange = (
  service: ServiceObject,
  told: ToldState,
  settings: Settings,
  now: EpochMs,
): StatusChange => {
  const annotation = ingressChange(service.annotations, told.aggregate.ingresses);
  const type = serviceType(service);
  const [wantsNames, takesEndpoints] = [type === 'LoadBalancer', type !== 'ExternalName'];
  const conditions = mergeConditions(
    service.conditions,
    conditionStates({ ...told, wantsNames, takesEndpoints }),
    new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
  );
  const { status } = told.aggregate;
  const differs = tellsAddresses(service, settings) && !sameAddresses(service.ingress, status);
  return {
    ...(annotation === undefined ? {} : { annotation }),
    ...(conditions === undefined ? {} : { conditions }),
    ...(differs ? { ingress: status } : {}),
  };
};

/**
 * True if the addresses of a Service are Seamark's to tell: since 1.29 the API refuses load-balancer status on any other type, and on a
 * host that is a member they are its own cloud's.
 */
export const tellsAddresses = (service: ServiceObject, settings: Settings): boolean =>
  serviceType(service) === 'LoadBalancer' && settings.hostCluster === undefined;
