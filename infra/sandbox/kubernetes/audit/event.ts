import type { Decision } from '../access/authorize.ts';
import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import type { Status } from '../status/api-error.ts';
import { fullText } from '../storage/serialize.ts';
import { mediaTypeOf, parseJsonText, parseYamlText } from '../verbs/body.ts';
import type { Call, Outcome } from '../verbs/call.ts';
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
  const request = result.decision.allowed ? requestObject(call) : undefined;
  const shown = bodiesOf(head, request, result);
  return {
    ...commonFields(head, 'ResponseComplete', call),
    objectRef: objectRef(call, request),
    responseStatus: responseStatus(result),
    ...(shown.request === undefined ? {} : { requestObject: shown.request }),
    ...(shown.response === undefined ? {} : { responseObject: shown.response }),
    requestReceivedTimestamp: microTime(head.receivedAtMs),
    stageTimestamp: microTime(head.completedAtMs),
    annotations: {
      'authorization.k8s.io/decision': result.decision.allowed ? 'allow' : 'forbid',
      'authorization.k8s.io/reason': result.decision.reason,
    },
  };
}

type Bodies = { readonly request: Json | undefined; readonly response: Json | undefined };

function bodiesOf(head: AuditHead, request: Json | undefined, result: AuditedResult): Bodies {
  const shown = (body: Json | undefined) => (head.omitManagedFields ? withoutManagers(body) : body);
  return {
    request: head.level === 'Metadata' ? undefined : shown(request),
    response: head.level === 'RequestResponse' ? shown(responseObject(result)) : undefined,
  };
}

function withoutManagers(body: Json | undefined): Json | undefined {
  if (!isJsonObject(body) || !isJsonObject(body['metadata'])) return body;
  const { managedFields: _managers, ...metadata } = body['metadata'];
  return { ...body, metadata };
}

/** The body as JSON; one that does not parse was refused, and its event has no request object. */
function requestObject({ body, contentType }: Call): Json | undefined {
  if (body.trim() === '') return undefined;
  const yaml = mediaTypeOf(contentType).endsWith('yaml');
  const parsed = yaml ? parseYamlText(body) : parseJsonText(body);
  return 'value' in parsed ? parsed.value : undefined;
}

/** At create the name comes from the body as sent: it is empty where generateName makes it. */
function objectRef(call: Call, request: Json | undefined): JsonObject {
  const { resource, subresource, namespace } = call;
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

function responseObject(result: AuditedResult): Json | undefined {
  if ('refusal' in result) return JSON.parse(JSON.stringify(result.refusal));
  switch (result.result.kind) {
    case 'object':
      return JSON.parse(fullText(result.result.object));
    case 'status':
      return JSON.parse(JSON.stringify(result.result.status));
    case 'list':
    case 'watch':
      return undefined;
  }
}
