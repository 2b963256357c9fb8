import type { FieldError, KubeObject } from '../../resource.ts';
import { invalid, invalidEach, required } from '../faults/fault.ts';
import { qualifiedNameFaults, subdomainFaults } from '../faults/names.ts';
import { bagOf, textOf } from '../object/json-access.ts';

const SHORT_LIMIT = 128;
const MESSAGE_LIMIT = 1_024;
const FOREIGN = 'does not match event.namespace';

/** What a field is called in the version that the event was sent in. */
export type EventWords = { readonly controller: 'reportingComponent' | 'reportingController' };

/** `true` for an event of the newer form, which says when it happened. */
export function hasEventTime(event: KubeObject): boolean {
  return textOf(event['eventTime']) !== undefined;
}

function boundedFaults(field: string, value: string, limit: number): readonly FieldError[] {
  const text = `can have at most ${limit} characters`;
  return Buffer.byteLength(value) > limit ? [invalid(field, '', text)] : [];
}

function neededFaults(event: KubeObject, field: string): readonly FieldError[] {
  const value = textOf(event[field]) ?? '';
  return value === '' ? [required(field)] : boundedFaults(field, value, SHORT_LIMIT);
}

function oldFormFaults(involved: string, namespace: string): readonly FieldError[] {
  const free = involved === '' && (namespace === '' || namespace === 'default');
  if (free || involved === namespace) return [];
  return [invalid('involvedObject.namespace', involved, FOREIGN)];
}

function newFormFaults(event: KubeObject, involved: string, namespace: string, words: EventWords) {
  const foreign = involved === '' && namespace !== 'default' && namespace !== 'kube-system';
  const controller = textOf(event['reportingComponent']) ?? '';
  return [
    ...(foreign ? [invalid('involvedObject.namespace', involved, FOREIGN)] : []),
    ...(controller === '' ? [required(words.controller)] : []),
    ...invalidEach(words.controller, controller, qualifiedNameFaults(controller)),
    ...neededFaults(event, 'reportingInstance'),
    ...neededFaults(event, 'action'),
    ...neededFaults(event, 'reason'),
    ...boundedFaults('message', textOf(event['message']) ?? '', MESSAGE_LIMIT),
  ];
}

/** Faults of an event in core form that both versions refuse. Source: `legacyValidateEvent` of core validation. */
export function eventFaults(event: KubeObject, words: EventWords): readonly FieldError[] {
  const namespace = event.metadata.namespace ?? '';
  const involved = textOf(bagOf(event['involvedObject'])['namespace']) ?? '';
  const form = hasEventTime(event)
    ? newFormFaults(event, involved, namespace, words)
    : oldFormFaults(involved, namespace);
  return [...form, ...invalidEach('namespace', namespace, subdomainFaults(namespace))];
}
