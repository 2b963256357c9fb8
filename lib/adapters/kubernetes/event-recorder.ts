import type { CoreV1Event, V1ObjectReference } from '@kubernetes/client-node';
import { fingerprint } from '../../core/model/fingerprint.ts';
import type { ObjectEvent } from '../../core/model/object-event.ts';
import type { EpochMs } from '../../core/model/time.ts';
import type { EventRecorder } from '../../ports/event-recorder.ts';
import type { ApiAnswer } from './api-answer.ts';
import { type ApiCall, type ApiClient, expectJson } from './api-client.ts';
import { eventPath, eventsPath, fieldManager } from './api-paths.ts';
import { readStatus } from './api-status.ts';
import { eventSchema, readAs } from './schema.ts';

/** Events of objects that live in no namespace lie here, as the API server demands (core validation, `legacyValidateEvent`). */
const clusterScopedNamespace = 'default';

/**
 * The Events of the host, over core/v1. As client-go does, an Event that tells the same again is counted in the stored one; its
 * name is made of what it tells, since no invocation remembers what an earlier one wrote.
 */
export const createEventRecorder = (host: ApiClient): EventRecorder => ({
  record: async (event, now, signal) => {
    const place = placeOf(event);
    const create = createCall(event, place, { at: isoSeconds(now), signal });
    const first = await host.send(create);
    if (isGoingAway(first)) return;
    if (first.status !== 409) return void expectJson(host, create, first);
    // An Event lives for an hour: one that goes while it is counted is written anew.
    const counted = await count(host, event, place, { at: isoSeconds(now), signal });
    if (!counted) expectJson(host, create, await host.send(create));
  },
});

type Place = { readonly namespace: string; readonly name: string };
type Moment = { readonly at: string; readonly signal: AbortSignal | undefined };

const placeOf = ({ subject, type, reason, message }: ObjectEvent): Place => {
  const name = subject.kind === 'Service' ? subject.key.name : subject.name;
  const namespace = subject.kind === 'Service' ? subject.key.namespace : clusterScopedNamespace;
  const mark = fingerprint([subject.kind, subject.uid, type, reason, message]);
  return { namespace, name: `${name}.${mark}` };
};

const createCall = (event: ObjectEvent, place: Place, { at, signal }: Moment): ApiCall => {
  const body: Omit<CoreV1Event, 'firstTimestamp' | 'lastTimestamp'> & {
    readonly firstTimestamp: string;
    readonly lastTimestamp: string;
  } = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { ...place },
    involvedObject: referenceTo(event),
    type: event.type,
    reason: event.reason,
    message: event.message,
    source: { component: fieldManager },
    reportingComponent: fieldManager,
    reportingInstance: '',
    firstTimestamp: at,
    lastTimestamp: at,
    count: 1,
  };
  const path = eventsPath(place.namespace);
  return { ...about(event), method: 'POST', path, query: { fieldManager }, body, signal };
};

const referenceTo = ({ subject }: ObjectEvent): V1ObjectReference =>
  subject.kind === 'Service'
    ? { apiVersion: 'v1', kind: 'Service', ...subject.key, uid: subject.uid }
    : {
        apiVersion: 'federation.seamark.dev/v1beta1',
        kind: 'Cluster',
        name: subject.name,
        uid: subject.uid,
      };

// Nobody will read an Event there.
const isGoingAway = (answer: ApiAnswer): boolean =>
  answer.status === 403 && readStatus(answer.text).causes.includes('NamespaceTerminating');

/** Raises the count of a stored Event; false if it is gone. */
const count = async (
  host: ApiClient,
  event: ObjectEvent,
  place: Place,
  { at, signal }: Moment,
): Promise<boolean> => {
  const path = eventPath(place.namespace, place.name);
  const read: ApiCall = { ...about(event), method: 'GET', path, signal };
  const stored = await host.send(read);
  if (stored.status === 404) return false;
  const { count: before } = readAs(eventSchema, expectJson(host, read, stored), read.what);
  const patch: ApiCall = {
    ...about(event),
    method: 'PATCH',
    path,
    query: { fieldManager },
    contentType: 'application/merge-patch+json',
    body: { count: (before ?? 1) + 1, lastTimestamp: at },
    signal,
  };
  const answer: ApiAnswer = await host.send(patch);
  if (answer.status === 404) return false;
  expectJson(host, patch, answer);
  return true;
};

const about = ({ reason, subject }: ObjectEvent): { readonly what: string } => ({
  what: `record Event ${reason} of ${
    subject.kind === 'Service'
      ? `Service ${subject.key.namespace}/${subject.key.name}`
      : `Cluster ${subject.name}`
  }`,
});

const isoSeconds = (ms: EpochMs): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
