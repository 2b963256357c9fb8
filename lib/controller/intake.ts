import { keysFromAudit } from '../core/intake/keys-from-audit.ts';
import type { AuditEvent } from '../core/model/audit-event.ts';
import type { ServiceKey } from '../core/model/service-key.ts';
import type { QueueSettings } from '../core/model/settings.ts';
import { serviceWork } from '../core/model/work-key.ts';
import type { EnqueueContext } from './context.ts';
import { enqueue, type PassRequest } from './enqueue.ts';

/** Where audit events come from, and whose own writes they may echo. */
export type IntakeSettings = {
  readonly queue: QueueSettings;
  /** The source that is the host cluster; all others are members. */
  readonly hostSource: string;
  /** The host is a member too: its endpoints count like any member's. */
  readonly hostIsMember: boolean;
  /** Users under which Seamark itself writes. */
  readonly ownUsernames: readonly string[];
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
  const isHost = source === settings.hostSource;
  const declared = isHost ? keysFromAudit(events, { kind: 'host' }, settings) : [];
  const reviewed =
    !isHost || settings.hostIsMember ? keysFromAudit(events, { kind: 'member' }, settings) : [];
  const requests = [
    ...declared.map((key) => ({ key: serviceWork(key), delayMs: 0 })),
    ...reviewed.filter((key) => !declared.some(same(key))).map((key) => review(key, settings)),
  ];
  return { keys: requests.length, sent: await enqueue(requests, ctx) };
};

// A member's Service that no pass ever looked at is none of ours (W45).
const review = (key: ServiceKey, settings: IntakeSettings): PassRequest => ({
  key: serviceWork(key),
  delayMs: settings.queue.reviewDelayMs,
  onlyKnown: true,
});

const same =
  (key: ServiceKey) =>
  (other: ServiceKey): boolean =>
    other.namespace === key.namespace && other.name === key.name;
