/** Reasons of the condition `Propagated`; rules of placement, of copies and of their removal give them to their problems. */
export const propagatedReasons = {
  done: 'AllClusters',
  noClusters: 'NoClusters',
  noneSelected: 'NoClusterSelected',
  invalidSelector: 'InvalidSelector',
  namesake: 'NamesakeRefused',
  failed: 'ClusterFailed',
  refused: 'RefusedByCluster',
  namespaceMissing: 'NamespaceMissing',
  namespaceTerminating: 'NamespaceTerminating',
  unreachable: 'ClusterNotReady',
  waiting: 'WaitingForCluster',
  removing: 'Removing',
} as const;
