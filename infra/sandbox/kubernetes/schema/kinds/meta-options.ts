import { atomicListOf, flag, int32, int64, struct, text } from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** `metav1.ListMeta`. */
export const listMeta: StructSchema = struct(
  `${meta}.ListMeta`,
  { description: 'What every list carries.' },
  {
    continue: text('Token for the rest of the list.'),
    remainingItemCount: int64('How many objects the rest holds.'),
    resourceVersion: text('Version of the list, to watch from.'),
    selfLink: text('No longer filled.'),
  },
);

const typeFields = {
  apiVersion: text('Group and version that the object is written in.'),
  kind: text('Kind of the object.'),
};

/** `metav1.DeleteOptions`. */
export const deleteOptions: StructSchema = struct(
  `${meta}.DeleteOptions`,
  { description: 'How to delete an object.' },
  {
    ...typeFields,
    dryRun: atomicListOf(text('All.'), 'Stages that are only tried.'),
    gracePeriodSeconds: int64('Seconds that the removal may take.'),
    orphanDependents: flag('Whether dependents stay; deprecated.'),
    preconditions: struct(
      `${meta}.Preconditions`,
      { description: 'What must hold for the write to happen.' },
      {
        resourceVersion: text('Version that the object must have.'),
        uid: text('UID that the object must have.'),
      },
    ),
    propagationPolicy: text('Orphan, Background or Foreground.'),
  },
);

const statusCause = struct(
  `${meta}.StatusCause`,
  { description: 'One cause of a failure.' },
  {
    field: text('Field that caused it.'),
    message: text('Details for people.'),
    reason: text('One word for programs.'),
  },
);

/** `metav1.Status`. */
export const status: StructSchema = struct(
  `${meta}.Status`,
  { description: 'The outcome of a call that returns no object.' },
  {
    ...typeFields,
    code: int32('HTTP status code.'),
    details: struct(
      `${meta}.StatusDetails`,
      { description: 'More about the outcome.' },
      {
        causes: atomicListOf(statusCause, 'Causes of a failure.'),
        group: text('Group of the resource.'),
        kind: text('Resource.'),
        name: text('Name of the object.'),
        retryAfterSeconds: int32('Seconds after which to try again.'),
        uid: text('UID of the object.'),
      },
    ),
    message: text('Details for people.'),
    metadata: listMeta,
    reason: text('One word for programs.'),
    status: text('Success or Failure.'),
  },
);

/** Name of the definition of `metav1.Patch`, which any JSON fits. */
export const PATCH_DEFINITION = `${meta}.Patch`;
