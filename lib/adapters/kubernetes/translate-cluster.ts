import type { InferOutput } from 'valibot';
import type { Cluster, ClusterCondition, ClusterCredentials } from '../../core/model/cluster.ts';
import type { ClusterStatus } from '../../ports/cluster-registry.ts';
import { clusterSchema, readAs } from './schema.ts';

/** Reads `Cluster` JSON (spec 2.1); throws a `ControllerError` of kind `defect` for any other. */
export const translateCluster = (value: unknown, what: string): Cluster => {
  const { metadata, spec, status } = readAs(clusterSchema, value, what);
  return {
    name: metadata.name,
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    labels: metadata.labels ?? {},
    serverAddresses: (spec.serverAddressByClientCIDRs ?? []).map(
      ({ clientCIDR, serverAddress }) => ({ clientCidr: clientCIDR, serverAddress }),
    ),
    credentials: credentialsOf(spec),
    conditions: (status?.conditions ?? []).flatMap(translateCondition),
    zones: [...new Set(status?.zones ?? [])].sort(),
    ...(status?.region ? { region: status.region } : {}),
    finalizers: metadata.finalizers ?? [],
    ...(status?.probes ? { probes: status.probes } : {}),
    ...(status?.dataPlane ? { dataPlane: status.dataPlane } : {}),
    ...(status?.plannedFor ? { plannedFor: status.plannedFor } : {}),
    deleting: Boolean(metadata.deletionTimestamp),
  };
};

type StoredSpec = InferOutput<typeof clusterSchema>['spec'];

// The schema of the resource allows one of them; an object that was stored before it did must not hide all others.
const credentialsOf = (spec: StoredSpec): ClusterCredentials => {
  const { secretRef, kubeconfigSecret, eks } = spec;
  const fields = [
    ...(secretRef ? ['secretRef'] : []),
    ...(kubeconfigSecret ? ['kubeconfigSecret'] : []),
    ...(eks ? ['eks'] : []),
  ];
  if (fields.length > 1) return { kind: 'unclear', fields };
  const context = spec.kubeconfigContext ? { context: spec.kubeconfigContext } : {};
  if (secretRef) return { kind: 'secret', name: secretRef.name, ...context };
  if (kubeconfigSecret) return { kind: 'stored-kubeconfig', name: kubeconfigSecret, ...context };
  return eks ? { kind: 'eks', cluster: eksCluster(eks) } : { kind: 'none' };
};

const eksCluster = ({ clusterName, region, roleArn }: NonNullable<StoredSpec['eks']>) => ({
  clusterName,
  ...(region ? { region } : {}),
  ...(roleArn ? { roleArn } : {}),
});

/** A status as a JSON merge patch: what there is none of is removed (spec 2.1, "omitted when empty"). */
export const clusterStatusPatch = (status: ClusterStatus) => ({
  status: {
    conditions: status.conditions,
    zones: status.zones.length > 0 ? status.zones : null,
    region: status.region ?? null,
    probes: status.probes ?? null,
    dataPlane: status.dataPlane?.length ? status.dataPlane : null,
    plannedFor: status.plannedFor ?? null,
  },
});

type StoredCondition = NonNullable<
  NonNullable<InferOutput<typeof clusterSchema>['status']>['conditions']
>[number];

// A hand-written condition may lack its times; it has then stood since ever.
const always = '1970-01-01T00:00:00Z';

const translateCondition = (condition: StoredCondition): readonly ClusterCondition[] => {
  const { type, status, reason, message, lastProbeTime, lastTransitionTime } = condition;
  if (type !== 'Ready' && type !== 'Offline' && type !== 'Withdrawn') return [];
  return [
    {
      type,
      status,
      reason,
      message,
      lastProbeTime: lastProbeTime ?? always,
      lastTransitionTime: lastTransitionTime ?? always,
    },
  ];
};
