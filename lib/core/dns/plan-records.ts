import type { Observed } from '../model/observed.ts';
import type { Problem, ZonePlan } from '../model/plan.ts';
import type { RecordSet } from '../model/record-set.ts';
import type { ServiceObject } from '../model/service-object.ts';
import type { PlanSettings } from '../model/settings.ts';
import type { Ms } from '../model/time.ts';
import type { Contribution } from './contribution.ts';
import { desiredRecordSets } from './desired-record-sets.ts';
import { dnsLookAgainMs } from './dns-look-again.ts';
import { recordTtl } from './record-ttl.ts';

/** What a pass does about the records of one Service. */
export type RecordPlan = {
  readonly zones: readonly ZonePlan[];
  readonly problems: readonly Problem[];
  readonly lookAgainAfterMs?: Ms;
};

/** What of a pass the records rest on. */
type Seen = Pick<Observed, 'key' | 'now' | 'ledger' | 'resolved' | 'zoneFailure'>;

/** The records of one Service from what its clusters bring. */
export const planRecords = (
  service: ServiceObject,
  contributions: readonly Contribution[],
  seen: Seen,
  settings: Pick<PlanSettings, 'federation' | 'dns'>,
): RecordPlan => {
  const { key, resolved, ledger } = seen;
  const ttl = recordTtl(service, settings.dns.ttlSeconds);
  const dns = { ...settings.dns, ttlSeconds: ttl.ttlSeconds };
  const previous = ledger.flatMap((entry) => entry.desired);
  const input = { key, contributions, resolved, previous };
  const desired = desiredRecordSets(input, { ...settings, dns });
  return {
    zones: zonePlans(desired.recordSets, seen, dns.zoneId),
    problems: [...zoneProblems(seen), ...ttl.problems, ...desired.problems],
    ...lookAgain(desired.followed, seen),
  };
};

/** Takes every record of a Service away, in whatever zone. */
export const withdrawRecords = (seen: Seen): Omit<RecordPlan, 'problems'> => ({
  zones: seen.ledger.map(({ zoneId }) => ({ zoneId, recordSets: [] })),
  ...lookAgain([], seen),
});

// While the hosted zone is not known, what is wanted in any zone stays as it was.
const zonePlans = (
  recordSets: readonly RecordSet[],
  { ledger }: Seen,
  zoneId: string | undefined,
): readonly ZonePlan[] =>
  zoneId === undefined
    ? ledger.map((entry) => ({ zoneId: entry.zoneId, recordSets: entry.desired }))
    : [{ zoneId, recordSets }];

const zoneProblems = ({ zoneFailure }: Seen): readonly Problem[] =>
  zoneFailure === undefined
    ? []
    : [{ condition: 'DNSInSync', reason: 'HostedZoneUnknown', message: zoneFailure }];

const lookAgain = (followed: readonly string[], seen: Seen): { lookAgainAfterMs?: Ms } => {
  const afterMs = dnsLookAgainMs(followed, seen);
  return afterMs === undefined ? {} : { lookAgainAfterMs: afterMs };
};
