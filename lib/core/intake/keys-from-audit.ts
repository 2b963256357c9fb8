import type { AuditEvent, AuditedObject } from '../model/audit-event.ts';
import { formatServiceKey, type ServiceKey } from '../model/service-key.ts';

/** Whose API server the events come from: the host's Services are the federated ones, a member has copies and endpoints. */
export type AuditSource = { readonly kind: 'host' } | { readonly kind: 'member' };

/** Which events are never a reason to look. */
export type AuditIntakeSettings = {
  /** Kubernetes user names that Seamark writes as (case A23). */
  readonly ownUsernames: readonly string[];
};

/** Everything that can change an object; reads and watches are audited too (case A25). */
const writes: ReadonlySet<string> = new Set([
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
]);

/** Services that these events may concern, each once, sorted. Events are hints: the resync finds what they miss. */
export const keysFromAudit = (
  events: readonly AuditEvent[],
  source: AuditSource,
  settings: AuditIntakeSettings,
): readonly ServiceKey[] => {
  const keys = new Map<string, ServiceKey>();
  for (const event of events) {
    if (!hasWritten(event) || settings.ownUsernames.includes(event.username)) continue;
    for (const key of keysOf(event, source)) keys.set(formatServiceKey(key), key);
  }
  return [...keys].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, key]) => key);
};

/** A write that was stored: complete, successful and no dry run (cases A01, A05, A07). */
const hasWritten = (event: AuditEvent): boolean =>
  event.stage === 'ResponseComplete' &&
  writes.has(event.verb) &&
  !event.dryRun &&
  event.statusCode !== undefined &&
  event.statusCode >= 200 &&
  event.statusCode < 300;

const keysOf = (event: AuditEvent, source: AuditSource): readonly ServiceKey[] => {
  const nameOf = serviceNaming(event, source);
  if (nameOf === undefined) return [];
  const objects = event.verb === 'deletecollection' ? event.items : [event];
  return objects.flatMap((object) => {
    const namespace = object.namespace ?? event.namespace;
    const name = nameOf(object);
    return namespace === undefined || name === undefined ? [] : [{ namespace, name }];
  });
};

type Naming = (object: AuditedObject) => string | undefined;

/** How the event's objects name their Service; undefined if it is about something else (case A18). */
const serviceNaming = (event: AuditEvent, source: AuditSource): Naming | undefined => {
  const own = event.subresource === undefined;
  switch (`${event.apiGroup}/${event.resource}`) {
    case '/services':
      // A status counts, since load balancers write their addresses there (case A20); a proxied request does not.
      return own || event.subresource === 'status' ? (object) => object.name : undefined;
    case '/endpoints':
      return own && source.kind === 'member' && !isLeaderLock(event)
        ? (object) => object.name
        : undefined;
    case 'discovery.k8s.io/endpointslices':
      return own && source.kind === 'member' ? serviceOfSlice : undefined;
    default:
      return undefined;
  }
};

/** Old components renew a leader lock in Endpoints of their own name every two seconds (case A22). */
const isLeaderLock = (event: AuditEvent): boolean =>
  event.namespace === 'kube-system' && event.username === `system:${event.name}`;

/** Without its label a slice has only its name: the Service's, a dash and five characters that the server made up. */
const serviceOfSlice: Naming = ({ serviceName, name }) =>
  serviceName ?? name?.match(/^(.+)-[a-z0-9]{5}$/)?.[1];
