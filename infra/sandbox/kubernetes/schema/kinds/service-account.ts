import { atomicListOf, flag, pointer, struct, text } from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';
import { objectOf } from './meta-v1.ts';
import { objectReference } from './object-reference.ts';

const core = 'io.k8s.api.core.v1';

const localReference = struct(
  `${core}.LocalObjectReference`,
  { description: 'Points to an object of the same namespace.', atomic: true },
  { name: text('Name of the object.') },
);

/** ServiceAccount of core v1. Its lists are owned whole here, where upstream merges `secrets` by name. */
export const serviceAccountSchema: StructSchema = objectOf(
  `${core}.ServiceAccount`,
  { description: 'An identity for what runs in a cluster, or comes to it.' },
  {
    automountServiceAccountToken: pointer(flag('Whether pods get a token of it.')),
    imagePullSecrets: atomicListOf(localReference, 'Secrets that its pods pull images with.'),
    secrets: atomicListOf(objectReference, 'Secrets that its pods may use.'),
  },
);
