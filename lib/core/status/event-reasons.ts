/** Reasons of the Events that Seamark writes; the first eight are the original's, each spelled one way (spec 11, W53). */
export const eventReasons = {
  created: 'CreateInCluster',
  updated: 'UpdateInCluster',
  deleted: 'DeleteInCluster',
  createFailed: 'CreateInClusterFailed',
  updateFailed: 'UpdateInClusterFailed',
  deleteInClusterFailed: 'DeleteInClusterFailed',
  deleteSucceeded: 'DeleteSucceed',
  deleteFailed: 'DeleteFailed',
  nodePortsDiffer: 'NodePortsDiffer',
  recordsPublished: 'RecordsPublished',
  recordsWithdrawn: 'RecordsWithdrawn',
  recordBlocked: 'RecordBlocked',
  clusterReady: 'ClusterReady',
  clusterNotReady: 'ClusterNotReady',
  clusterOffline: 'ClusterOffline',
} as const;
