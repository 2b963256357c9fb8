import type { AuditEvent, AuditedObject } from '../model/audit-event.ts';
import { isDnsLabel } from '../model/service-key.ts';
import {
  fleetWork,
  formatWorkKey,
  namespaceWork,
  serviceWork,
  type WorkKey,
} from '../model/work-key.ts';

/** Whose API server the events come from: the host's Services are the federated ones, a member has copies and endpoints. */
export type AuditSource = { readonly kind: 'host' } | { readonly kind: 'member' };

/** What an event is judged by besides itself. */
export type AuditIntakeSettings = {
  /** Kubernetes user names that Seamark writes as: their events are never a reason to look (case A23). */
  readonly ownUsernames: readonly string[];
  /** The host's namespace with the members' credentials. */
  readonly secretNamespace: string;
};

/** Everything that can change an object; reads and watches are audited too (case A25). */
const writes: ReadonlySet<string> = new Set([
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
]);

/** What these events may concern, each once, sorted. Events are hints: the resync finds what they miss. */
export const keysFromAudit = (
  events: readonly AuditEvent[],
  source: AuditSource,
  settings: AuditIntakeSettings,
): readonly WorkKey[] => {
  const keys = new Map<string, WorkKey>();
  for (const event of events) {
    if (!mayHaveWritten(event) || settings.ownUsernames.includes(event.username)) continue;
    for (const key of keysOf(event, source, settings)) keys.set(formatWorkKey(key), key);
  }
  return [...keys].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, key]) => key);
};

/** A write that is over and may have been stored: no dry run and not refused (cases A01, A05, A07). */
const mayHaveWritten = (event: AuditEvent): boolean =>
  (event.stage === 'ResponseComplete' || event.stage === 'Panic') &&
  writes.has(event.verb) &&
  !event.dryRun &&
  !wasRefused(event.statusCode);

// Without a code, and with a 5xx such as a time-out, nobody knows: the object may have been stored.
const wasRefused = (code: number | undefined): boolean =>
  code !== undefined && (code < 200 || (code >= 300 && code < 500));

const keysOf = (
  event: AuditEvent,
  source: AuditSource,
  settings: AuditIntakeSettings,
): readonly WorkKey[] => {
  if (source.kind === 'host' && isAboutFleet(event, settings)) return [fleetWork];
  const nameOf = serviceNaming(event, source);
  if (nameOf === undefined) return [];
  if (isNameless(event)) {
    return isDnsLabel(event.namespace) ? [namespaceWork(event.namespace)] : [];
  }
  const objects = event.verb === 'deletecollection' ? (event.items ?? []) : [event];
  return objects.flatMap((object) => {
    const namespace = object.namespace ?? event.namespace;
    const name = nameOf(object);
    return isDnsLabel(namespace) && isDnsLabel(name) ? [serviceWork({ namespace, name })] : [];
  });
};

/**
 * A `Cluster` or its credentials. A `Cluster`'s status does not count: looks write it, and would ask for the next look. At level
 * Metadata an event does not tell spec from metadata, so that a label counts too.
 */
const isAboutFleet = (event: AuditEvent, settings: AuditIntakeSettings): boolean => {
  if (event.subresource !== undefined) return false;
  switch (`${event.apiGroup}/${event.resource}`) {
    case 'federation.seamark.dev/clusters':
      return true;
    case '/secrets':
      return event.namespace === settings.secretNamespace;
    default:
      return false;
  }
};

/**
 * True if the event touched Services that it does not name, as its bodies were not logged or were cut off: a collection that was
 * deleted, a name that the server made up. A nameless slice needs no look: the Endpoints that change with it are named.
 */
const isNameless = (event: AuditEvent): boolean =>
  event.verb === 'deletecollection'
    ? event.items === undefined
    : event.name === undefined && event.resource === 'services';

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

/** Without its label and its owner a slice has only its name: the Service's, a dash and five characters that the server made up. */
const serviceOfSlice: Naming = ({ serviceName, name }) =>
  serviceName ?? name?.match(/^(.+)-[a-z0-9]{5}$/)?.[1];
