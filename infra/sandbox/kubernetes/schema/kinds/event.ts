import { always, int32, struct, text } from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';
import { microTime, objectOf, time } from './meta-v1.ts';
import { objectReference } from './object-reference.ts';

const core = 'io.k8s.api.core.v1';
const events = 'io.k8s.api.events.v1';

const eventSource = struct(
  `${core}.EventSource`,
  { description: 'Who reported the event.' },
  { component: text('Component that reported it.'), host: text('Node that reported it.') },
);

/** Event of core v1. */
export const eventSchema: StructSchema = objectOf(
  `${core}.Event`,
  { description: 'Something that happened.', required: ['metadata', 'involvedObject'] },
  {
    action: text('What was done about the object.'),
    count: int32('How often it happened.'),
    eventTime: microTime,
    firstTimestamp: time,
    involvedObject: always(objectReference),
    lastTimestamp: time,
    message: text('What happened, for people.'),
    reason: text('One CamelCase word for programs.'),
    related: objectReference,
    reportingComponent: text('Controller that reported it.'),
    reportingInstance: text('Instance of the controller that reported it.'),
    series: struct(
      `${core}.EventSeries`,
      { description: 'How an event goes on.' },
      { count: int32('How often it happened so far.'), lastObservedTime: microTime },
    ),
    source: always(eventSource),
    type: text('Normal or Warning.'),
  },
);

/** Event of events.k8s.io/v1, another face of the same stored objects. */
export const eventsV1Schema: StructSchema = objectOf(
  `${events}.Event`,
  { description: 'Something that happened.', required: ['eventTime'] },
  {
    action: text('What was done about the object.'),
    deprecatedCount: int32('How often it happened.'),
    deprecatedFirstTimestamp: time,
    deprecatedLastTimestamp: time,
    deprecatedSource: always(eventSource),
    eventTime: microTime,
    note: text('What happened, for people.'),
    reason: text('One CamelCase word for programs.'),
    regarding: always(objectReference),
    related: objectReference,
    reportingController: text('Controller that reported it.'),
    reportingInstance: text('Instance of the controller that reported it.'),
    series: struct(
      `${events}.EventSeries`,
      { description: 'How an event goes on.', required: ['count', 'lastObservedTime'] },
      { count: int32('How often it happened so far.'), lastObservedTime: microTime },
    ),
    type: text('Normal or Warning.'),
  },
);
