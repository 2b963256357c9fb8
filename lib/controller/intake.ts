import { keysFromAudit } from '../core/intake/keys-from-audit.ts';
import type { AuditEvent } from '../core/model/audit-event.ts';
import type { QueueSettings } from '../core/model/settings.ts';
import { serviceWork } from '../core/model/work-key.ts';
import type { EnqueueContext } from './context.ts';
import { enqueue } from './enqueue.ts';

/** Where audit events come from, and whose own writes they may echo. */
export type IntakeSettings = {
  readonly queue: QueueSettings;
  /** The source that is the host cluster; all others are members. */
  readonly hostSource: string;
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
  const keys = keysFromAudit(events, { kind: isHost ? 'host' : 'member' }, settings);
  const requests = keys.map((key) => ({
    key: serviceWork(key),
    delayMs: isHost ? 0 : settings.queue.reviewDelayMs,
    // A member's Service that no pass ever looked at is none of ours (W45).
    onlyKnown: !isHost,
  }));
  return { keys: keys.length, sent: await enqueue(requests, ctx) };
};
