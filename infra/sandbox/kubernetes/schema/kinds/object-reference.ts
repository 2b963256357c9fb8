import { struct, text } from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';

/** `v1.ObjectReference` of core v1, owned as a whole. */
export const objectReference: StructSchema = struct(
  'io.k8s.api.core.v1.ObjectReference',
  { description: 'Points to another object, or a part of one.', atomic: true },
  {
    apiVersion: text('API version of the object.'),
    fieldPath: text('Path of a part of the object.'),
    kind: text('Kind of the object.'),
    name: text('Name of the object.'),
    namespace: text('Namespace of the object.'),
    resourceVersion: text('Version of the object that is meant.'),
    uid: text('UID of the object.', 'types.UID'),
  },
);
