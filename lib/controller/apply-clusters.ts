import type { Cluster } from '../core/model/cluster.ts';
import { type FailureKind, failureKind } from '../core/model/failure.ts';
import type { ObservedCluster } from '../core/model/observed.ts';
import type { ClusterChange } from '../core/model/plan.ts';
import type { ServiceKey } from '../core/model/service-key.ts';
import type { ServiceObject } from '../core/model/service-object.ts';
import type { ReconcileContext } from './context.ts';
import { withTimeLimit } from './time-limit.ts';

/** What one write to one member cluster came to. */
export type ClusterResult = {
  readonly change: ClusterChange;
  readonly result:
    | { readonly kind: 'applied'; readonly service: ServiceObject }
    | { readonly kind: 'deleted' }
    | { readonly kind: 'failed'; readonly failure: FailureKind; readonly message: string };
};

/** Writes to all clusters side by side, each with its own time; one that fails never holds up the others (W32, W33). */
export const applyClusters = async (
  key: ServiceKey,
  changes: readonly ClusterChange[],
  clusters: readonly ObservedCluster[],
  ctx: ReconcileContext,
): Promise<readonly ClusterResult[]> => {
  const targets = changes.flatMap((change) => {
    const member = clusters.find(({ cluster }) => cluster.name === change.cluster);
    return member === undefined ? [] : [{ change, cluster: member.cluster }];
  });
  const settled = await Promise.allSettled(
    targets.map(({ change, cluster }) =>
      withTimeLimit(ctx.memberLimitMs, ctx, (signal) =>
        write(key, change, cluster, { ...ctx, signal }),
      ),
    ),
  );
  return targets.map(({ change }, index) => ({ change, result: resultOf(settled[index]) }));
};

const write = async (
  key: ServiceKey,
  change: ClusterChange,
  cluster: Cluster,
  ctx: Pick<ReconcileContext, 'members' | 'signal'>,
): Promise<ClusterResult['result']> => {
  switch (change.kind) {
    case 'apply': {
      const service = await ctx.members.applyService(cluster, change.manifest, ctx.signal);
      return { kind: 'applied', service };
    }
    case 'delete':
      await ctx.members.deleteService(cluster, { key, uid: change.uid }, ctx.signal);
      return { kind: 'deleted' };
  }
};

const resultOf = (
  settled: PromiseSettledResult<ClusterResult['result']> | undefined,
): ClusterResult['result'] => {
  if (settled?.status === 'fulfilled') return settled.value;
  const reason: unknown = settled?.reason;
  const message = reason instanceof Error ? reason.message : String(reason);
  return { kind: 'failed', failure: failureKind(reason), message };
};
