import type { Column, KubeObject, Strategy } from '../../resource.ts';
import { bagOf, countOf, isBag, textOf, withFields, withoutNulls } from '../object/json-access.ts';
import { commonCreateFaults, commonUpdateFaults } from '../object/object-meta.ts';
import { ageOf } from '../table/human-duration.ts';
import { textColumn } from '../table/metadata-columns.ts';
import { eventFaults } from './event-faults.ts';

const WORDS = { controller: 'reportingComponent' } as const;

/** An event in core form with the fields that the API always writes. */
export function completeEvent(submitted: KubeObject): KubeObject {
  const event = withoutNulls(submitted);
  return withFields(event, {
    involvedObject: bagOf(event['involvedObject']),
    source: bagOf(event['source']),
    firstTimestamp: textOf(event['firstTimestamp']) ?? null,
    lastTimestamp: textOf(event['lastTimestamp']) ?? null,
    eventTime: textOf(event['eventTime']) ?? null,
    reportingComponent: textOf(event['reportingComponent']) ?? '',
    reportingInstance: textOf(event['reportingInstance']) ?? '',
  });
}

/** The rules of core Events, which tolerate nearly everything. Source: `ValidateEventCreate` of core validation. */
export const eventStrategy: Strategy = {
  prepareForCreate: completeEvent,
  prepareForUpdate: completeEvent,
  validateCreate: (event) => {
    const faults = eventFaults(event, WORDS);
    return faults.length > 0 ? faults : commonCreateFaults(event, true);
  },
  validateUpdate: (next, old) => [
    ...commonUpdateFaults(next, old, true),
    ...eventFaults(next, WORDS),
  ],
};

function firstSeen(event: KubeObject, now: number): string {
  return ageOf(textOf(event['firstTimestamp']) ?? event['eventTime'], now);
}

function lastSeen(event: KubeObject, now: number): string {
  const { series } = event;
  if (isBag(series)) return ageOf(series['lastObservedTime'], now);
  const last = textOf(event['lastTimestamp']);
  return last === undefined ? firstSeen(event, now) : ageOf(last, now);
}

function countText(event: KubeObject): number {
  const { series } = event;
  return isBag(series) ? (countOf(series['count']) ?? 0) : (countOf(event['count']) ?? 1);
}

function objectText(event: KubeObject): string {
  const { kind, name } = bagOf(event['involvedObject']);
  const lower = (textOf(kind) ?? '').toLowerCase();
  return textOf(name) === undefined ? lower : `${lower}/${name}`;
}

function sourceText(event: KubeObject): string {
  const { component, host } = bagOf(event['source']);
  const name = textOf(component) ?? textOf(event['reportingComponent']) ?? '';
  const instance = textOf(host) ?? textOf(event['reportingInstance']);
  return instance === undefined ? name : `${name}, ${instance}`;
}

function fieldText(field: string): (event: KubeObject) => string {
  return (event) => textOf(event[field]) ?? '';
}

/** The columns of `kubectl get events`. Source: `printEvent` of the printers. */
export const eventColumns: readonly Column[] = [
  textColumn('Last Seen', 'Time since the latest occurrence.', lastSeen),
  textColumn('Type', 'Normal or Warning.', fieldText('type')),
  textColumn('Reason', 'Why it happened, in one word.', fieldText('reason')),
  textColumn('Object', 'What the event is about.', objectText),
  textColumn(
    'Subobject',
    'Part of the object that the event is about.',
    (event) => textOf(bagOf(event['involvedObject'])['fieldPath']) ?? '',
    1,
  ),
  textColumn('Source', 'Who reported it.', sourceText, 1),
  textColumn('Message', 'What happened, for people.', (event) =>
    (textOf(event['message']) ?? '').trim(),
  ),
  textColumn('First Seen', 'Time since the first occurrence.', firstSeen, 1),
  textColumn('Count', 'Number of occurrences.', countText, 1),
  {
    ...textColumn('Name', 'Name of the object.', ({ metadata }) => metadata.name, 1),
    format: 'name',
  },
];
