import {
  always,
  atomicListOf,
  flag,
  int32,
  int64,
  keyedListOf,
  mapOf,
  pointer,
  struct,
  text,
} from '../build-field.ts';
import type { MapSchema, StructSchema } from '../field-schema.ts';
import { quantity, time } from './meta-v1.ts';

const core = 'io.k8s.api.core.v1';

/** `v1.NodeConfigSource`, which recent clusters no longer act on. */
export const nodeConfigSource: StructSchema = struct(
  `${core}.NodeConfigSource`,
  { description: 'Where the node took its configuration from; deprecated.' },
  {
    configMap: struct(
      `${core}.ConfigMapNodeConfigSource`,
      {
        description: 'A ConfigMap that holds the configuration.',
        required: ['namespace', 'name', 'kubeletConfigKey'],
      },
      {
        kubeletConfigKey: text('Key within the ConfigMap.'),
        name: text('Name of the ConfigMap.'),
        namespace: text('Namespace of the ConfigMap.'),
        resourceVersion: text('Version of the ConfigMap.'),
        uid: text('UID of the ConfigMap.', 'types.UID'),
      },
    ),
  },
);

const nodeAddress = struct(
  `${core}.NodeAddress`,
  { description: 'One address of the node.', required: ['type', 'address'] },
  {
    address: text('The address.'),
    type: text('Hostname, ExternalIP, InternalIP, …', 'v1.NodeAddressType'),
  },
);

const nodeCondition = struct(
  `${core}.NodeCondition`,
  { description: 'One aspect of the state of the node.', required: ['type', 'status'] },
  {
    lastHeartbeatTime: time,
    lastTransitionTime: time,
    message: text('Details for people.'),
    reason: text('One CamelCase word for programs.'),
    status: text('True, False or Unknown.', 'v1.ConditionStatus'),
    type: text('Kind of condition.', 'v1.NodeConditionType'),
  },
);

const nodeConfigStatus = struct(
  `${core}.NodeConfigStatus`,
  { description: 'State of the configuration of the node; deprecated.' },
  {
    active: nodeConfigSource,
    assigned: nodeConfigSource,
    error: text('What went wrong with the assigned configuration.'),
    lastKnownGood: nodeConfigSource,
  },
);

const systemInfoFields = [
  'architecture',
  'bootID',
  'containerRuntimeVersion',
  'kernelVersion',
  'kubeProxyVersion',
  'kubeletVersion',
  'machineID',
  'operatingSystem',
  'osImage',
  'systemUUID',
] as const;

const nodeSystemInfo = struct(
  `${core}.NodeSystemInfo`,
  { description: 'What the node runs on.', required: systemInfoFields },
  {
    ...Object.fromEntries(
      systemInfoFields.map((name) => [name, text(`The ${name} that the node reports.`)]),
    ),
    swap: struct(
      `${core}.NodeSwapStatus`,
      { description: 'Swap of the node.' },
      { capacity: pointer(int64('Bytes of swap.')) },
    ),
  },
);

const runtimeHandler = struct(
  `${core}.NodeRuntimeHandler`,
  { description: 'One way to run containers.' },
  {
    features: struct(
      `${core}.NodeRuntimeHandlerFeatures`,
      { description: 'What the handler can do.' },
      {
        recursiveReadOnlyMounts: pointer(flag('Whether mounts can be read-only all the way down.')),
        userNamespaces: pointer(flag('Whether user namespaces work.')),
      },
    ),
    name: text('Name of the handler; empty for the default one.'),
  },
);

const containerImage = struct(
  `${core}.ContainerImage`,
  { description: 'An image that the node holds.' },
  {
    names: atomicListOf(text('A name.'), 'Names of the image.'),
    sizeBytes: int64('Bytes of the image.'),
  },
);

const attachedVolume = struct(
  `${core}.AttachedVolume`,
  { description: 'A volume at the node.', required: ['name', 'devicePath'] },
  {
    devicePath: text('Path of the device.'),
    name: text('Name of the volume.', 'v1.UniqueVolumeName'),
  },
);

const daemonEndpoints = struct(
  `${core}.NodeDaemonEndpoints`,
  { description: 'Where the daemons of the node listen.' },
  {
    kubeletEndpoint: always(
      struct(
        `${core}.DaemonEndpoint`,
        { description: 'Where one daemon listens.', required: ['Port'] },
        { Port: int32('Port number.') },
      ),
    ),
  },
);

const resourceList = (description: string): MapSchema => ({
  ...mapOf(quantity, description),
  goType: 'v1.ResourceList',
});

const byType = { mapKeys: ['type'], patchMergeKey: 'type' };

/** `v1.NodeStatus`. */
export const nodeStatus: StructSchema = struct(
  `${core}.NodeStatus`,
  { description: 'What the node reports of itself.' },
  {
    addresses: keyedListOf(nodeAddress, byType, 'Addresses of the node.'),
    allocatable: resourceList('Resources that pods may use.'),
    capacity: resourceList('Resources of the node.'),
    conditions: keyedListOf(nodeCondition, byType, 'Conditions of the node.'),
    config: nodeConfigStatus,
    daemonEndpoints: always(daemonEndpoints),
    features: struct(
      `${core}.NodeFeatures`,
      { description: 'What the container runtime can do.' },
      {
        supplementalGroupsPolicy: pointer(flag('Whether the policy of supplemental groups works.')),
      },
    ),
    images: atomicListOf(containerImage, 'Images that the node holds.'),
    nodeInfo: always(nodeSystemInfo),
    phase: text('No longer filled.', 'v1.NodePhase'),
    runtimeHandlers: atomicListOf(runtimeHandler, 'Ways to run containers.'),
    volumesAttached: atomicListOf(attachedVolume, 'Volumes at the node.'),
    volumesInUse: atomicListOf(
      text('Name of a volume.', 'v1.UniqueVolumeName'),
      'Volumes that are mounted or about to be.',
    ),
  },
);
