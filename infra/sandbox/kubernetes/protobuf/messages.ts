/** How a field of a message is written in JSON. */
export type FieldType =
  | 'string'
  | 'int'
  | 'bool'
  | 'bytes'
  | 'time'
  | 'intOrString'
  | 'stringMap'
  | 'bytesMap'
  | Message;

/** One field: its JSON name and type. `pointer` fields keep zero values, others leave them out as Go's omitempty. */
export type Field = {
  readonly name: string;
  readonly type: FieldType;
  readonly repeated?: true;
  readonly pointer?: true;
};

/** A message: its fields by number. */
export type Message = { readonly [number: number]: Field };

const one = (name: string, type: FieldType = 'string'): Field => ({ name, type });
const many = (name: string, type: FieldType = 'string'): Field => ({ name, type, repeated: true });
const pointer = (name: string, type: FieldType = 'string'): Field => ({
  name,
  type,
  pointer: true,
});

// Numbers are those of the generated.proto files of k8s.io/apimachinery and k8s.io/api.
const ownerReference: Message = {
  1: one('kind'),
  3: one('name'),
  4: one('uid'),
  5: one('apiVersion'),
  6: pointer('controller', 'bool'),
  7: pointer('blockOwnerDeletion', 'bool'),
};

const objectMeta: Message = {
  1: one('name'),
  2: one('generateName'),
  3: one('namespace'),
  5: one('uid'),
  6: one('resourceVersion'),
  7: one('generation', 'int'),
  8: one('creationTimestamp', 'time'),
  9: one('deletionTimestamp', 'time'),
  10: pointer('deletionGracePeriodSeconds', 'int'),
  11: one('labels', 'stringMap'),
  12: one('annotations', 'stringMap'),
  13: many('ownerReferences', ownerReference),
  14: many('finalizers'),
};

const servicePort: Message = {
  1: one('name'),
  2: one('protocol'),
  3: one('port', 'int'),
  4: one('targetPort', 'intOrString'),
  5: one('nodePort', 'int'),
  6: pointer('appProtocol'),
};

const sessionAffinityConfig: Message = {
  1: pointer('clientIP', { 1: pointer('timeoutSeconds', 'int') }),
};

const serviceSpec: Message = {
  1: many('ports', servicePort),
  2: one('selector', 'stringMap'),
  3: one('clusterIP'),
  4: one('type'),
  5: many('externalIPs'),
  7: one('sessionAffinity'),
  8: one('loadBalancerIP'),
  9: many('loadBalancerSourceRanges'),
  10: one('externalName'),
  11: one('externalTrafficPolicy'),
  12: one('healthCheckNodePort', 'int'),
  13: one('publishNotReadyAddresses', 'bool'),
  14: pointer('sessionAffinityConfig', sessionAffinityConfig),
  17: pointer('ipFamilyPolicy'),
  18: many('clusterIPs'),
  19: many('ipFamilies'),
  20: pointer('allocateLoadBalancerNodePorts', 'bool'),
  21: pointer('loadBalancerClass'),
  22: pointer('internalTrafficPolicy'),
  23: pointer('trafficDistribution'),
};

const reviewAttributes: Message = {
  1: one('namespace'),
  2: one('verb'),
  3: one('group'),
  4: one('version'),
  5: one('resource'),
  6: one('subresource'),
  7: one('name'),
};

const reviewedRequest: Message = {
  1: pointer('resourceAttributes', reviewAttributes),
  2: pointer('nonResourceAttributes', { 1: one('path'), 2: one('verb') }),
};

const policyRule: Message = {
  1: many('verbs'),
  2: many('apiGroups'),
  3: many('resources'),
  4: many('resourceNames'),
  5: many('nonResourceURLs'),
};

const labelSelector: Message = {
  1: one('matchLabels', 'stringMap'),
  2: many('matchExpressions', { 1: one('key'), 2: one('operator'), 3: many('values') }),
};

const role: Message = {
  1: one('metadata', objectMeta),
  2: many('rules', policyRule),
  3: pointer('aggregationRule', { 1: many('clusterRoleSelectors', labelSelector) }),
};

const binding: Message = {
  1: one('metadata', objectMeta),
  2: many('subjects', { 1: one('kind'), 2: one('apiGroup'), 3: one('name'), 4: one('namespace') }),
  3: one('roleRef', { 1: one('apiGroup'), 2: one('kind'), 3: one('name') }),
};

/** The kinds that kubectl's typed clients send as protocol buffers, status aside (creates ignore it). */
export const messagesByKind: ReadonlyMap<string, Message> = new Map<string, Message>([
  ['Service', { 1: one('metadata', objectMeta), 2: one('spec', serviceSpec) }],
  ['Namespace', { 1: one('metadata', objectMeta), 2: one('spec', { 1: many('finalizers') }) }],
  [
    'Secret',
    {
      1: one('metadata', objectMeta),
      2: one('data', 'bytesMap'),
      3: one('type'),
      4: one('stringData', 'stringMap'),
      5: pointer('immutable', 'bool'),
    },
  ],
  // Of its lists kubectl create sends none.
  [
    'ServiceAccount',
    { 1: one('metadata', objectMeta), 4: pointer('automountServiceAccountToken', 'bool') },
  ],
  [
    'DeleteOptions',
    {
      1: pointer('gracePeriodSeconds', 'int'),
      2: pointer('preconditions', { 1: pointer('uid'), 2: pointer('resourceVersion') }),
      3: pointer('orphanDependents', 'bool'),
      4: pointer('propagationPolicy'),
      5: many('dryRun'),
    },
  ],
  ['Role', role],
  ['ClusterRole', role],
  ['RoleBinding', binding],
  ['ClusterRoleBinding', binding],
  ['SelfSubjectReview', { 1: one('metadata', objectMeta) }],
  ['SelfSubjectAccessReview', { 1: one('metadata', objectMeta), 2: one('spec', reviewedRequest) }],
  [
    'SubjectAccessReview',
    {
      1: one('metadata', objectMeta),
      2: one('spec', { ...reviewedRequest, 3: one('user'), 4: many('groups'), 6: one('uid') }),
    },
  ],
]);
