import { keysFromAudit } from '../core/intake/keys-from-audit.ts';
import type { AuditEvent } from '../core/model/audit-event.ts';
import type { QueueSettings } from '../core/model/settings.ts';
import { formatWorkKey, resyncWork, type WorkKey } from '../core/model/work-key.ts';
import type { EnqueueContext } from './context.ts';
import { enqueue, enqueueAll, type PassRequest } from './enqueue.ts';

/** Where audit events come from, and whose own writes they may echo. */
export type IntakeSettings = {
  readonly queue: Pick<QueueSettings, 'reviewDelayMs'>;
  /** The source that is the host cluster; all others are members. */
  readonly hostSource: string;
  /** The host is a member too: its endpoints count like any member's. */
  readonly hostIsMember: boolean;
  /** Users under which Seamark itself writes. */
  readonly ownUsernames: readonly string[];
  /** Namespace of the host that holds the members' credentials. */
  readonly secretNamespace: string;
};

/** What a batch of audit events came to. */
export type IntakeReport = { readonly keys: number; readonly sent: number };

/** Turns audit events of one cluster into requests for passes: a host change at once, a member's after the review delay. */
export const intake = async (
  events: readonly AuditEvent[],
  source: string,
  settings: IntakeSettings,
  ctx: EnqueueContext,
): Promise<IntakeReport> => {
  ctx.telemetry.measure('AuditEvents', events.length, { cluster: source });
  const isHost = source === settings.hostSource;
  const declared = isHost ? keysFromAudit(events, { kind: 'host' }, settings) : [];
  const reviewed =
    !isHost || settings.hostIsMember ? keysFromAudit(events, { kind: 'member' }, settings) : [];
  const known = new Set(declared.map(formatWorkKey));
  const others = reviewed.filter((key) => !known.has(formatWorkKey(key)));
  const reviews = others.map((key) => review(key, settings));
  const sent = await enqueue(
    declared.map((key) => declare(key, settings)),
    ctx,
  );
  return {
    keys: declared.length + others.length,
    sent: sent + (await enqueueReviews(reviews, settings, ctx)),
  };
};

/** Keys of a member in one batch beyond which something happened to the member rather than to each of them. */
const manyKeys = 100;

/** Keys of many that are asked for by themselves, to see whether they are Seamark's at all. */
const sampleSize = 20;

// A member that empties, or fills, as a whole: one look at everything costs pages, and hands all names over at once.
const enqueueReviews = async (
  reviews: readonly PassRequest[],
  { queue }: IntakeSettings,
  ctx: EnqueueContext,
): Promise<number> => {
  if (reviews.length <= manyKeys) return await enqueue(reviews, ctx);
  // Here and there, as keys come sorted and a namespace may be all Seamark's or all somebody else's.
  const step = Math.ceil(reviews.length / sampleSize);
  const sample = reviews.filter((_, at) => at % step === 0);
  const rest = reviews.filter((_, at) => at % step !== 0);
  const found = await enqueueAll(sample, ctx);
  const mostlyOthers = found.unknown > sample.length / 2;
  const asked = mostlyOthers ? rest : [{ key: resyncWork, delayMs: queue.reviewDelayMs }];
  return found.sent + (await enqueue(asked, ctx));
};

// A Cluster and its Secret are mostly written one after the other: one look for both.
const declare = (key: WorkKey, { queue }: IntakeSettings): PassRequest => ({
  key,
  delayMs: key.kind === 'fleet' ? queue.reviewDelayMs : 0,
});

// A member's Service that no pass ever looked at is none of ours (W45).
const review = (key: WorkKey, { queue }: IntakeSettings): PassRequest => ({
  key,
  delayMs: queue.reviewDelayMs,
  onlyKnown: key.kind === 'service',
});
