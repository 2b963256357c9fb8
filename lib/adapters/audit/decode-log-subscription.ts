import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { AuditEvent } from '../../core/model/audit-event.ts';
import { isJsonObject } from '../../core/model/json.ts';
import { auditVersions } from './decode-audit-events.ts';
import { parseJson } from './parse-json.ts';
import { readAuditEvent } from './read-audit-event.ts';

/** What a subscription delivered: the events of one log group, or why it is no delivery of log events. */
export type DecodedLogSubscription =
  /** A test of the destination, or some other message that carries no log events (case A15). */
  | { readonly kind: 'control' }
  | {
      readonly kind: 'data';
      readonly logGroup: string;
      readonly events: readonly AuditEvent[];
      /** Log events that are no audit event: other logs of the group, and parts of an event that was split. */
      readonly skipped: number;
    }
  | { readonly kind: 'problem'; readonly problem: string };

/**
 * Bytes that a payload may unpack to. A delivery is at most 6 MB (the payload of an invocation), in which base64 and gzip of audit
 * events hold some 50 MB; what claims more is no log.
 */
const mostBytes = 64 * 1024 * 1024;

/** What so many bytes of events hold. */
const mostMarks = 3_000_000;

const unzip = promisify(gunzip);

/**
 * Reads what a CloudWatch Logs subscription gives a function: `awslogs.data`, base64 of gzip of JSON (CloudWatch Logs, "Subscription
 * filters"; spec aws 6). Odd log events never spoil the others. Never throws.
 */
export const decodeLogSubscription = async (
  data: string,
  limitBytes = mostBytes,
): Promise<DecodedLogSubscription> => {
  const [unpacked] = await Promise.allSettled([
    unzip(Buffer.from(data, 'base64'), { maxOutputLength: limitBytes }),
  ]);
  if (unpacked.status === 'rejected') return problem(whyNot(unpacked.reason, limitBytes));
  const message = parseJson(unpacked.value.toString('utf8'), mostMarks);
  if (!isJsonObject(message)) return problem('it is not a JSON object');
  if (message['messageType'] !== 'DATA_MESSAGE') return { kind: 'control' };
  const { logGroup, logEvents } = message;
  if (typeof logGroup !== 'string' || !Array.isArray(logEvents)) {
    return problem('it has no logGroup, or its logEvents are not a list');
  }
  const events = logEvents.map(readLogEvent).filter((event) => event !== undefined);
  return { kind: 'data', logGroup, events, skipped: logEvents.length - events.length };
};

// The log has one whole Event a line, so that each tells its own type (unlike the items of a webhook's list).
const readLogEvent = (logEvent: unknown): AuditEvent | undefined => {
  const text = isJsonObject(logEvent) ? logEvent['message'] : undefined;
  const item = typeof text === 'string' ? parseJson(text, mostMarks) : undefined;
  if (!isJsonObject(item) || !auditVersions.includes(item['apiVersion'])) return undefined;
  return item['kind'] === 'Event' ? readAuditEvent(item) : undefined;
};

const problem = (reason: string): DecodedLogSubscription => ({
  kind: 'problem',
  problem: `Cannot read a log subscription: ${reason}`,
});

const whyNot = (error: unknown, limitBytes: number): string =>
  error instanceof RangeError
    ? `it unpacks to more than ${limitBytes} bytes`
    : 'it is not gzip in base64';
