import { always, atomicListOf, flag, pointer, setOf, struct, text } from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';
import { objectOf, time } from './meta-v1.ts';
import { nodeConfigSource, nodeStatus } from './node-status.ts';

const core = 'io.k8s.api.core.v1';

const taint = struct(
  `${core}.Taint`,
  { description: 'Keeps pods away that do not tolerate it.', required: ['key', 'effect'] },
  {
    effect: text('NoSchedule, PreferNoSchedule or NoExecute.', 'v1.TaintEffect'),
    key: text('Key of the taint.'),
    timeAdded: pointer(time),
    value: text('Value of the taint.'),
  },
);

/** Node of core v1. */
export const nodeSchema: StructSchema = objectOf(
  `${core}.Node`,
  { description: 'A machine of the cluster.' },
  {
    spec: always(
      struct(
        `${core}.NodeSpec`,
        { description: 'How the node is to behave.' },
        {
          configSource: nodeConfigSource,
          externalID: text('Identity at the provider; deprecated.'),
          podCIDR: text('Address range of the pods of the node.'),
          podCIDRs: setOf(text('An address range.'), 'Address ranges, one a family.', 'merge'),
          providerID: text('Identity at the cloud provider.'),
          taints: atomicListOf(taint, 'Taints of the node.'),
          unschedulable: flag('Whether new pods stay away.'),
        },
      ),
    ),
    status: always(nodeStatus),
  },
);
