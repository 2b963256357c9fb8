import type { AuditEvent } from '../../core/model/audit-event.ts';
import { isJsonObject } from '../../core/model/json.ts';
import { parseJson } from './parse-json.ts';
import { readAuditEvent } from './read-audit-event.ts';

/** What a body holds: its events and the number of items that are none, or why it is no list of events. */
export type DecodedAuditEvents =
  | { readonly events: readonly AuditEvent[]; readonly skipped: number }
  | { readonly problem: string };

/** Versions of `audit.k8s.io` that are read: both have the fields that matter here (case A26). */
export const auditVersions: readonly unknown[] = ['audit.k8s.io/v1', 'audit.k8s.io/v1beta1'];

/** Two and a half times what 6 MB of events hold, the most that a function is given. */
const mostMarks = 1_000_000;

/**
 * Reads the body that a kube-apiserver's audit webhook posts. Odd items never spoil the others: a refused body would
 * come again as a whole (spec aws, audit events 22). Never throws.
 */
export const decodeAuditEvents = (body: string): DecodedAuditEvents => {
  const list = parseJson(body, mostMarks);
  if (!isJsonObject(list)) return problem('the body is not a JSON object');
  if (list['kind'] !== 'EventList') return problem('the body is not of kind EventList');
  if (!auditVersions.includes(list['apiVersion'])) {
    return problem(`its apiVersion is not one of ${auditVersions.join(', ')}`);
  }
  const items = list['items'] ?? [];
  if (!Array.isArray(items)) return problem('its items are not a list');
  const events = items.map(readAuditEvent).filter((event) => event !== undefined);
  return { events, skipped: items.length - events.length };
};

const problem = (reason: string): DecodedAuditEvents => ({
  problem: `Cannot read audit events: ${reason}`,
});
