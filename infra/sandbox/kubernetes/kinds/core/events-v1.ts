import type { Column, FieldError, KubeObject, Strategy } from '../../resource.ts';
import { invalid, required } from '../faults/fault.ts';
import { subdomainFaults } from '../faults/names.ts';
import { bagOf, countOf, isBag, sameJson, textOf, withFields } from '../object/json-access.ts';
import {
  commonUpdateFaults,
  immutable,
  metaFaults,
  strictMetaUpdateFaults,
} from '../object/object-meta.ts';
import { completeEvent, eventColumns } from './event.ts';
import { eventFaults, hasEventTime } from './event-faults.ts';
import { printedEventField } from './event-printing.ts';

const WORDS = { controller: 'reportingController' } as const;
const RULES = { namespaced: true, nameFaults: subdomainFaults, strictFinalizers: true } as const;

/** Field names of events.k8s.io/v1 and of core v1, where they differ. */
const RENAMED: readonly (readonly [v1: string, core: string])[] = [
  ['regarding', 'involvedObject'],
  ['note', 'message'],
  ['reportingController', 'reportingComponent'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
];

function renamed(event: KubeObject, names: ReadonlyMap<string, string>): KubeObject {
  const fields = Object.entries(event).map(([key, value]) => [names.get(key) ?? key, value]);
  // Only fields of the kind change their names: apiVersion, kind and metadata stay.
  return Object.fromEntries(fields) as KubeObject;
}

const TO_CORE: ReadonlyMap<string, string> = new Map(RENAMED);
const TO_V1: ReadonlyMap<string, string> = new Map(RENAMED.map(([v1, core]) => [core, v1]));

/** The core form of an event of events.k8s.io/v1, in which it is stored. */
export function toCoreEvent(event: KubeObject): KubeObject {
  return { ...renamed(event, TO_CORE), apiVersion: 'v1' };
}

/** The events.k8s.io/v1 form of a core event. */
export function fromCoreEvent(event: KubeObject): KubeObject {
  // The same fields are written always in core v1, but only where they are set in this version.
  return withFields(renamed(event, TO_V1), {
    apiVersion: 'events.k8s.io/v1',
    reportingController: textOf(event['reportingComponent']),
    reportingInstance: textOf(event['reportingInstance']),
  });
}

function complete(event: KubeObject): KubeObject {
  return fromCoreEvent(completeEvent(toCoreEvent(event)));
}

function seriesFaults(event: KubeObject): readonly FieldError[] {
  const { series } = event;
  if (!isBag(series)) return [];
  const observed = textOf(series['lastObservedTime']) !== undefined;
  return [
    ...((countOf(series['count']) ?? 0) < 2
      ? [invalid('series.count', '', 'should be at least 2')]
      : []),
    ...(observed ? [] : [required('series.lastObservedTime')]),
  ];
}

function unset(field: string, present: boolean): readonly FieldError[] {
  return present ? [invalid(field, '', 'needs to be unset')] : [];
}

/** Faults name the fields of the core form, except the reporting controller. */
function createFaults(event: KubeObject): readonly FieldError[] {
  const type = textOf(event['type']) ?? '';
  const source = bagOf(event['source']);
  const known = type === 'Normal' || type === 'Warning';
  const sourced = textOf(source['component']) ?? textOf(source['host']);
  return [
    ...eventFaults(event, WORDS),
    ...metaFaults(event, RULES),
    ...seriesFaults(event),
    ...(hasEventTime(event) ? [] : [required('eventTime')]),
    ...(known ? [] : [invalid('type', '', `has invalid value: ${type}`)]),
    ...unset('firstTimestamp', textOf(event['firstTimestamp']) !== undefined),
    ...unset('lastTimestamp', textOf(event['lastTimestamp']) !== undefined),
    ...unset('count', countOf(event['count']) !== undefined),
    ...unset('source', sourced !== undefined),
  ];
}

/** Fields of the core form that no update changes, under the names that messages give them. */
const FIXED: readonly (readonly [field: string, core: string])[] = [
  ['involvedObject', 'involvedObject'],
  ['reason', 'reason'],
  ['message', 'message'],
  ['source', 'source'],
  ['firstTimestamp', 'firstTimestamp'],
  ['lastTimestamp', 'lastTimestamp'],
  ['count', 'count'],
  ['reason', 'reason'],
  ['type', 'type'],
  ['eventTime', 'eventTime'],
  ['action', 'action'],
  ['related', 'related'],
  ['reportingController', 'reportingComponent'],
  ['reportingInstance', 'reportingInstance'],
];

function fixedFaults(field: string, next: unknown, old: unknown): readonly FieldError[] {
  const faults = immutable(field, next, old);
  const printed = faults.length > 0 ? printedEventField(field, next) : undefined;
  return printed === undefined ? faults : [invalid(field, { printed }, 'field is immutable')];
}

function updateFaults(next: KubeObject, old: KubeObject): readonly FieldError[] {
  const series = sameJson(next['series'], old['series']) ? [] : seriesFaults(next);
  return [
    ...eventFaults(next, WORDS),
    ...strictMetaUpdateFaults(next, old),
    ...series,
    ...FIXED.flatMap(([field, core]) => fixedFaults(field, next[core], old[core])),
  ];
}

/** The rules of events.k8s.io/v1, stricter than those of core. Source: `ValidateEventCreate`, `ValidateEventUpdate`. */
export const eventsV1Strategy: Strategy = {
  prepareForCreate: complete,
  prepareForUpdate: complete,
  validateCreate: (event) => createFaults(toCoreEvent(event)),
  validateUpdate: (next, old) => [
    ...commonUpdateFaults(next, old, true),
    ...updateFaults(toCoreEvent(next), toCoreEvent(old)),
  ],
};

/** The columns of core events, on events of events.k8s.io/v1. */
export const eventsV1Columns: readonly Column[] = eventColumns.map((column) => ({
  ...column,
  cell: (event, now) => column.cell(toCoreEvent(event), now),
}));
