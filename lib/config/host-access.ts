import * as v from 'valibot';
import type { EksCluster } from '../core/model/eks-cluster.ts';
import { awsRegion, eksClusterName, iamRoleArn, json, text } from './fields.ts';
import type { Rule, Values } from './load.ts';

/** The way to the host cluster as the environment tells it. */
type HostAccess =
  | { readonly kind: 'kubeconfig-file'; readonly path: string }
  | { readonly kind: 'eks'; readonly cluster: EksCluster }
  /** Name or ARN in Secrets Manager of a kubeconfig. */
  | { readonly kind: 'secret'; readonly name: string };

const eksShape =
  'is not of the form {"clusterName": "…", "region": "…", "roleArn": "…"}, the last two optional';

const eksCluster = v.strictObject(
  {
    clusterName: eksClusterName,
    region: v.exactOptional(awsRegion),
    roleArn: v.exactOptional(iamRoleArn),
  },
  eksShape,
);

/** The three ways to the host cluster; a function takes exactly one. */
export const hostAccessFields = {
  SEAMARK_HOST_KUBECONFIG: v.optional(text),
  SEAMARK_HOST_EKS: v.optional(json(eksCluster)),
  SEAMARK_HOST_SECRET: v.optional(text),
};

type HostAccessValues = Values<typeof hostAccessFields>;

/** The ways that are set. */
const ways = (values: HostAccessValues): readonly HostAccess[] => [
  ...(values.SEAMARK_HOST_KUBECONFIG === undefined
    ? []
    : [{ kind: 'kubeconfig-file' as const, path: values.SEAMARK_HOST_KUBECONFIG }]),
  ...(values.SEAMARK_HOST_EKS === undefined
    ? []
    : [{ kind: 'eks' as const, cluster: values.SEAMARK_HOST_EKS }]),
  ...(values.SEAMARK_HOST_SECRET === undefined
    ? []
    : [{ kind: 'secret' as const, name: values.SEAMARK_HOST_SECRET }]),
];

/** Nobody guesses which of several hosts is meant. */
export const oneHost: Rule<HostAccessValues> = {
  of: ['SEAMARK_HOST_KUBECONFIG', 'SEAMARK_HOST_EKS', 'SEAMARK_HOST_SECRET'],
  fault: (values) => {
    const count = ways(values).length;
    const names = 'SEAMARK_HOST_KUBECONFIG, SEAMARK_HOST_EKS and SEAMARK_HOST_SECRET';
    if (count === 0) return `none of ${names} is set: the host cluster is not known`;
    return count > 1 ? `more than one of ${names} is set: keep the one that is meant` : undefined;
  },
};

/** The way to the host cluster, of values that keep the rule `oneHost`. Throws if they don't. */
export const hostAccess = (values: HostAccessValues): HostAccess => {
  const [way] = ways(values);
  if (way === undefined) throw new Error('Cannot start: no host cluster is set');
  return way;
};
