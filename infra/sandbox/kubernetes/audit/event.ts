import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import type { Status } from '../status/api-error.ts';
import { fullText } from '../storage/serialize.ts';
import { mediaTypeOf, parseJsonText, parseYamlText } from '../verbs/body.ts';
import type { Call, Outcome } from '../verbs/call.ts';
import type { AuditLevel } from './policy.ts';

/** What a call came to: its outcome, or the Status it was refused with. */
export type AuditedResult = Outcome | { readonly code: number; readonly refusal: Status };

/** When a request came and was answered (epoch milliseconds, fractions kept), and its identity. */
export type AuditMoment = {
  readonly auditId: string;
  readonly receivedAtMs: number;
  readonly completedAtMs: number;
};

/** The groups of a user, as the authenticators of a kubeadm cluster give them. */
function groupsOf(username: string): readonly string[] {
  const account = /^system:serviceaccount:([^:]+):/.exec(username);
  const extra =
    account === null
      ? username === 'kubernetes-admin'
        ? ['kubeadm:cluster-admins']
        : []
      : ['system:serviceaccounts', `system:serviceaccounts:${account[1] ?? ''}`];
  return [...extra, 'system:authenticated'];
}

/** RFC 3339 with microseconds, as `metav1.MicroTime` is written. */
function microTime(atMs: number): string {
  const micros = Math.floor((atMs - Math.floor(atMs)) * 1000);
  return new Date(atMs).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);
}

/** Builds the ResponseComplete event of a call. Source: `audit.k8s.io/v1` Event and apiserver's `pkg/audit`. */
export function auditEvent(
  level: Exclude<AuditLevel, 'None'>,
  call: Call,
  result: AuditedResult,
  moment: AuditMoment,
): JsonObject {
  const request = requestObject(call);
  const bodies = level === 'RequestResponse';
  const response = bodies ? responseObject(result) : undefined;
  return {
    level,
    auditID: moment.auditId,
    stage: 'ResponseComplete',
    requestURI: call.uri,
    verb: call.verb,
    user: { username: call.username, groups: groupsOf(call.username) },
    sourceIPs: ['127.0.0.1'],
    ...(call.userAgent === '' ? {} : { userAgent: call.userAgent }),
    objectRef: objectRef(call, request),
    responseStatus: responseStatus(result),
    ...(bodies && request !== undefined ? { requestObject: request } : {}),
    ...(response === undefined ? {} : { responseObject: response }),
    requestReceivedTimestamp: microTime(moment.receivedAtMs),
    stageTimestamp: microTime(moment.completedAtMs),
    annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
  };
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
