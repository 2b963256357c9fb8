import type { Decision } from '../access/authorize.ts';
import { deprecationsOf } from '../catalog/catalog.ts';
import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import type { Status } from '../status/api-error.ts';
import type { Call, Outcome } from '../verbs/call.ts';
import { answerObject, requestObject, sentObject } from './bodies.ts';
import type { AuditLevel } from './policy.ts';

/** What a call came to: its outcome, or the Status it was refused with; and who let it through or not. */
export type AuditedResult = (Outcome | { readonly code: number; readonly refusal: Status }) & {
  readonly decision: Decision;
};

/** What all events of a request share. Times are epoch milliseconds, fractions kept. */
export type AuditHead = {
  readonly level: Exclude<AuditLevel, 'None'>;
  readonly omitManagedFields: boolean;
  readonly auditId: string;
  readonly receivedAtMs: number;
};

/** RFC 3339 with microseconds, as `metav1.MicroTime` is written. */
function microTime(atMs: number): string {
  const micros = Math.floor((atMs - Math.floor(atMs)) * 1000);
  return new Date(atMs).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);
}

function commonFields({ level, auditId }: AuditHead, stage: string, call: Call): JsonObject {
  const { username, groups } = call.user;
  return {
    level,
    auditID: auditId,
    stage,
    requestURI: call.uri,
    verb: call.verb,
    user: { username, groups },
    sourceIPs: ['127.0.0.1'],
    ...(call.userAgent === '' ? {} : { userAgent: call.userAgent }),
  };
}

/** Builds the RequestReceived event of a call, whose body is not read yet. Source: `audit.k8s.io/v1` Event. */
export function receivedEvent(head: AuditHead, call: Call): JsonObject {
  const receivedAt = microTime(head.receivedAtMs);
  return {
    ...commonFields(head, 'RequestReceived', call),
    objectRef: objectRef(call, undefined),
    requestReceivedTimestamp: receivedAt,
    stageTimestamp: receivedAt,
  };
}

/** Builds the ResponseComplete event of a call. Source: `audit.k8s.io/v1` Event and apiserver's `pkg/audit`. */
export function completeEvent(
  head: AuditHead & { readonly completedAtMs: number },
  call: Call,
  result: AuditedResult,
): JsonObject {
  // The body of a request that authorisation stopped was never read.
  const isRead = result.decision.allowed;
  const shown = bodiesOf(head, isRead ? call : undefined, responseObject(call, result));
  return {
    ...commonFields(head, 'ResponseComplete', call),
    objectRef: objectRef(call, isRead ? sentObject(call) : undefined),
    responseStatus: responseStatus(result),
    ...(shown.request === undefined ? {} : { requestObject: shown.request }),
    ...(shown.response === undefined ? {} : { responseObject: shown.response }),
    requestReceivedTimestamp: microTime(head.receivedAtMs),
    stageTimestamp: microTime(head.completedAtMs),
    annotations: {
      'authorization.k8s.io/decision': result.decision.allowed ? 'allow' : 'forbid',
      'authorization.k8s.io/reason': result.decision.reason,
      ...(deprecationsOf(call.resource).length === 0 ? {} : { 'k8s.io/deprecated': 'true' }),
    },
  };
}

type Bodies = { readonly request: Json | undefined; readonly response: Json | undefined };

function bodiesOf(head: AuditHead, call: Call | undefined, answer: Json | undefined): Bodies {
  const shown = (body: Json | undefined) => (head.omitManagedFields ? withoutManagers(body) : body);
  return {
    request:
      head.level === 'Metadata' || call === undefined ? undefined : shown(requestObject(call)),
    response: head.level === 'RequestResponse' ? shown(answer) : undefined,
  };
}

function withoutManagers(body: Json | undefined): Json | undefined {
  if (!isJsonObject(body) || !isJsonObject(body['metadata'])) return body;
  const { managedFields: _managers, ...metadata } = body['metadata'];
  const { items } = body;
  if (!Array.isArray(items)) return { ...body, metadata };
  return { ...body, metadata, items: items.map((item: Json) => withoutManagers(item) ?? item) };
}

/** At create the name comes from the body as sent: it is empty where generateName makes it. */
function objectRef(call: Call, request: Json | undefined): JsonObject {
  const { resource, subresource } = call;
  // Whatever is done to one namespace counts as done in it.
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  const namespace = isNamespace ? call.name : call.namespace;
  const carriesObject = call.verb === 'create' || call.verb === 'update';
  const metadata = carriesObject && isJsonObject(request) ? request['metadata'] : undefined;
  const sent = (field: string): string => {
    const value = isJsonObject(metadata) ? metadata[field] : undefined;
    return typeof value === 'string' ? value : '';
  };
  const fields: readonly (readonly [string, string])[] = [
    ['resource', resource.plural],
    ['namespace', namespace],
    ['name', call.name || sent('name')],
    ['uid', sent('uid')],
    ['apiGroup', resource.group],
    ['apiVersion', resource.version],
    ['resourceVersion', sent('resourceVersion')],
    ['subresource', subresource],
  ];
  return Object.fromEntries(fields.filter(([, value]) => value !== ''));
}

function responseStatus(result: AuditedResult): JsonObject {
  if ('refusal' in result) return statusSummary(result.refusal, result.code);
  if (result.result.kind === 'status') return statusSummary(result.result.status, result.code);
  return { metadata: {}, code: result.code };
}

function statusSummary({ status, message, reason, details }: Status, code: number): JsonObject {
  const summary = { metadata: {}, status, message, reason, details, code };
  // Fields that the Status lacks are undefined and leave no trace in JSON.
  return JSON.parse(JSON.stringify(summary));
}

function responseObject(call: Call, result: AuditedResult): Json | undefined {
  return 'refusal' in result
    ? JSON.parse(JSON.stringify(result.refusal))
    : answerObject(call, result);
}
