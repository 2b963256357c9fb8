import type { EksCluster } from '../../../../lib/core/model/eks-cluster.ts';
import { ControllerError } from '../../../../lib/core/model/failure.ts';
import type { EksClusters, EksEndpoint } from '../../../../lib/ports/eks-clusters.ts';

/** What EKS would say of a cluster. */
export type EksAnswer =
  | { readonly kind: 'active'; readonly endpoint: EksEndpoint }
  | { readonly kind: 'refused'; readonly failure: 'transient' | 'terminal'; readonly why: string };

/** EKS as tests arrange it. */
export type FakeEks = {
  readonly port: EksClusters;
  readonly answers: Map<string, EksAnswer>;
  /** Questions that the cache did not answer. */
  readonly asked: () => number;
  /** True if a cluster of that name would take the token now. */
  readonly accepts: (token: string, clusterName: string) => boolean;
};

type Kept<Value> = { readonly value: Value; readonly since: number; readonly until: number };

const pauseMs = 30_000;
const lifeMs = 900_000;

/** An EKS whose tokens are numbered. */
export const createFakeEks = (now: () => number): FakeEks => {
  const answers = new Map<string, EksAnswer>();
  const endpoints = new Map<string, Kept<EksEndpoint>>();
  const tokens = new Map<string, Kept<string>>();
  const issued = new Map<string, { readonly clusterName: string; readonly until: number }>();
  let asked = 0;
  const lookUp = ({ clusterName }: EksCluster): EksEndpoint => {
    asked += 1;
    const answer = answers.get(clusterName);
    if (answer?.kind === 'active') return answer.endpoint;
    const { failure, why } = answer ?? { failure: 'terminal', why: 'there is none' };
    throw new ControllerError(failure, `Cannot look up EKS cluster ${clusterName}: ${why}`);
  };
  const endpoint: EksClusters['endpoint'] = async (cluster) => {
    const kept = endpoints.get(keyOf(cluster));
    if (kept !== undefined && now() < kept.until) return kept.value;
    const value = lookUp(cluster);
    endpoints.set(keyOf(cluster), { value, since: now(), until: now() + 3_600_000 });
    return value;
  };
  const token: EksClusters['token'] = async (cluster) => {
    const kept = tokens.get(keyOf(cluster));
    if (kept !== undefined && now() < kept.until) return kept.value;
    const value = `k8s-aws-v1.${cluster.clusterName}-${issued.size + 1}`;
    issued.set(value, { clusterName: cluster.clusterName, until: now() + lifeMs });
    tokens.set(keyOf(cluster), { value, since: now(), until: now() + 600_000 });
    return value;
  };
  const doubt: EksClusters['doubt'] = (cluster, refused) => {
    const isOld = (kept?: Kept<unknown>) => kept !== undefined && now() >= kept.since + pauseMs;
    const key = keyOf(cluster);
    if (isOld(endpoints.get(key))) endpoints.delete(key);
    if (tokens.get(key)?.value === refused && isOld(tokens.get(key))) tokens.delete(key);
  };
  return {
    port: { endpoint, token, doubt },
    answers,
    asked: () => asked,
    accepts: (given, clusterName) => {
      const known = issued.get(given);
      return known?.clusterName === clusterName && now() <= known.until;
    },
  };
};

const keyOf = ({ clusterName, region, roleArn }: EksCluster): string =>
  JSON.stringify([clusterName, region, roleArn]);
