import type { Resource } from '../resource.ts';
import { objectOf } from '../schema/kinds/meta-v1.ts';

/**
 * Pods, for reading only: the emulated cluster runs none, and clients such as `kubectl describe node` ask for them.
 */
export const pods: Resource = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  listKind: 'PodList',
  plural: 'pods',
  singular: 'pod',
  shortNames: ['po'],
  categories: ['all'],
  namespaced: true,
  hasStatus: false,
  readOnly: true,
  selectableFields: ['spec.nodeName', 'status.phase'],
  createOnUpdate: false,
  countsGeneration: false,
  strategicMerge: true,
  schema: objectOf('io.k8s.api.core.v1.Pod', { description: 'A pod; this cluster runs none.' }, {}),
  columns: [
    {
      name: 'Name',
      type: 'string',
      format: 'name',
      description: 'Name of the pod.',
      priority: 0,
      cell: ({ metadata }) => metadata.name,
    },
  ],
  strategy: {
    prepareForCreate: (object) => object,
    prepareForUpdate: (next) => next,
    validateCreate: () => [],
    validateUpdate: () => [],
  },
};
