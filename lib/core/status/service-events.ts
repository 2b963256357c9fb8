import type { ClusterName } from '../model/cluster.ts';
import type { ConditionType } from '../model/condition.ts';
import type { LedgerEntry } from '../model/ledger-entry.ts';
import { eventMessageLimit, type ObjectEvent } from '../model/object-event.ts';
import type { ObservedCluster } from '../model/observed.ts';
import type { Problem, Stage } from '../model/plan.ts';
import { propagatedReasons } from '../model/propagated-reasons.ts';
import type { ServiceObject } from '../model/service-object.ts';
import { eventReasons } from './event-reasons.ts';
import { differingNodePorts } from './node-ports.ts';
import { dnsReasons } from './reasons.ts';

/** One write to a member, as its Event tells it. */
export type ToldWrite = {
  readonly cluster: ClusterName;
  readonly kind: 'create' | 'update' | 'delete';
  /** Words of the failure; absent if it went well. */
  readonly failed?: string;
};

/** What a pass did and met, beside the Service as the pass found it. */
export type ServiceNews = {
  readonly service: ServiceObject;
  readonly stage: Stage;
  readonly writes: readonly ToldWrite[];
  readonly clusters: readonly ObservedCluster[];
  /** Those that the Service belongs in, with their copies as they stand after the pass. */
  readonly after: readonly ObservedCluster[];
  /** Those of the plan; failed writes are told by `writes`. */
  readonly problems: readonly Problem[];
  /** Entries as they stand after the pass. */
  readonly ledger: readonly LedgerEntry[];
};

type Told = Omit<ObjectEvent, 'subject'>;

/**
 * Events of one pass (spec 11): each write, and each obstacle that the conditions do not tell yet, so that a pass that meets what the
 * last one met tells nothing. An Event that got lost is not repeated: the conditions are the record, Events are for the eye.
 */
export const serviceEvents = (news: ServiceNews): readonly ObjectEvent[] => {
  const { key, uid } = news.service;
  const told = [
    ...recordEvents(news),
    ...news.writes.flatMap((write) => writeEvent(write, news.service)),
    ...news.problems.flatMap((problem) => problemEvent(problem, news)),
    ...nodePortEvents(news),
    ...farewell(news),
  ];
  const unique = new Map(told.map((event) => [`${event.reason} ${event.message}`, event]));
  return [...unique.values()].map((event) => ({
    subject: { kind: 'Service', key, uid },
    ...event,
    message: event.message.slice(0, eventMessageLimit),
  }));
};

const writeReasons = {
  create: { done: eventReasons.created, failed: eventReasons.createFailed, words: 'Created' },
  update: { done: eventReasons.updated, failed: eventReasons.updateFailed, words: 'Updated' },
  delete: {
    done: eventReasons.deleted,
    failed: eventReasons.deleteInClusterFailed,
    words: 'Deleted',
  },
} as const;

const writeEvent = (write: ToldWrite, service: ServiceObject): readonly Told[] => {
  const { done, failed, words } = writeReasons[write.kind];
  if (write.failed === undefined) {
    return [{ type: 'Normal', reason: done, message: `${words} the copy in ${write.cluster}` }];
  }
  if (isTold(service, 'Propagated', write.failed)) return [];
  return [{ type: 'Warning', reason: failed, message: `${write.cluster}: ${write.failed}` }];
};

const problemEvent = (problem: Problem, news: ServiceNews): readonly Told[] => {
  const { condition, reason, message } = problem;
  if (isTold(news.service, condition, message)) return [];
  if (reason !== propagatedReasons.waiting) return [{ type: 'Warning', reason, message }];
  // Waiting is progress; a member that failed to answer is an error (W50).
  const member = news.clusters.find(({ cluster }) => cluster.name === problem.cluster);
  return member?.view.kind === 'unread'
    ? [{ type: 'Warning', reason: eventReasons.deleteFailed, message }]
    : [{ type: 'Normal', reason, message }];
};

const nodePortEvents = ({ service, stage, after }: ServiceNews): readonly Told[] => {
  const message = stage === 'propagating' ? differingNodePorts(after) : undefined;
  if (message === undefined || isTold(service, 'Propagated', message)) return [];
  return [{ type: 'Warning', reason: eventReasons.nodePortsDiffer, message }];
};

const recordEvents = ({ service, ledger, problems }: ServiceNews): readonly Told[] => {
  const blocked = ledger.flatMap((entry) => entry.blocked);
  const events: Told[] = blocked
    .filter(({ message }) => !isTold(service, 'DNSInSync', message))
    .map(({ message }) => ({ type: 'Warning', reason: eventReasons.recordBlocked, message }));
  const clean =
    blocked.length === 0 && !problems.some(({ condition }) => condition === 'DNSInSync');
  if (!hasSettled(service, ledger, clean)) return events;
  const count = ledger.reduce((sum, entry) => sum + entry.applied.length, 0);
  if (count > 0) {
    const zones = ledger.filter(({ applied }) => applied.length > 0).map(({ zoneId }) => zoneId);
    const message = `${count} record sets in hosted zone ${zones.join(', ')}`;
    return [...events, { type: 'Normal', reason: eventReasons.recordsPublished, message }];
  }
  if (!wasWaiting(service)) return events;
  const message = 'No record set is left in Route 53';
  return [...events, { type: 'Normal', reason: eventReasons.recordsWithdrawn, message }];
};

// The pass that first sees the zone's answer: the condition still says that the zone is waited for, or that something was wrong.
const hasSettled = (
  service: ServiceObject,
  ledger: readonly LedgerEntry[],
  clean: boolean,
): boolean => {
  const stored = service.conditions.find(({ type }) => type === 'DNSInSync');
  const published = ledger.every((entry) => entry.appliedVersion === entry.desiredVersion);
  return published && (wasWaiting(service) || (clean && stored?.status === 'False'));
};

const wasWaiting = (service: ServiceObject): boolean =>
  service.conditions.some(
    ({ type, reason }) =>
      type === 'DNSInSync' &&
      (reason === dnsReasons.publishing || reason === dnsReasons.withdrawing),
  );

const farewell = ({ service, stage }: ServiceNews): readonly Told[] =>
  stage === 'releasing' && service.deletionTimestamp !== undefined
    ? [
        {
          type: 'Normal',
          reason: eventReasons.deleteSucceeded,
          message: 'Seamark holds nothing of it any more',
        },
      ]
    : [];

/** Conditions are cut at this length, and what was cut off can't be compared. */
const conditionLimit = 1_024;

const isTold = (service: ServiceObject, type: ConditionType, text: string): boolean =>
  service.conditions.some(
    (condition) =>
      condition.type === type &&
      (condition.message.includes(text) || condition.message.length >= conditionLimit),
  );
