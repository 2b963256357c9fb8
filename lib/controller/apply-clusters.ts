import { ControllerError, type Failure, failureOf } from '../core/model/failure.ts';
import type { ObservedCluster } from '../core/model/observed.ts';
import type { ClusterChange } from '../core/model/plan.ts';
import type { ServiceKey } from '../core/model/service-key.ts';
import type { ServiceObject } from '../core/model/service-object.ts';
import type { ReconcileContext } from './context.ts';
import { sideBySide } from './side-by-side.ts';
import { withTimeLimit } from './time-limit.ts';

/** What one write to one member cluster came to. */
export type ClusterResult = {
  readonly change: ClusterChange;
  readonly result:
    | { readonly kind: 'applied'; readonly service: ServiceObject }
    | { readonly kind: 'deleted' }
    | ({ readonly kind: 'failed' } & Failure);
};

type Context = Pick<ReconcileContext, 'members' | 'memberLimitMs' | 'clock' | 'signal'>;

/** Members that are asked or written to at a time: one that hangs holds up none but itself, and a big fleet opens no flood of connections. */
export const parallelMembers = 50;

/** Writes to all clusters side by side, each with its own time; one that fails never holds up the others (W32, W33). */
export const applyClusters = async (
  key: ServiceKey,
  changes: readonly ClusterChange[],
  clusters: readonly ObservedCluster[],
  ctx: Context,
): Promise<readonly ClusterResult[]> => {
  const settled = await sideBySide(changes, parallelMembers, (change) =>
    withTimeLimit(ctx.memberLimitMs, ctx, (signal) =>
      write(key, change, clusters, { ...ctx, signal }),
    ),
  );
  return changes.map((change, index) => ({ change, result: resultOf(settled[index]) }));
};

const write = async (
  key: ServiceKey,
  change: ClusterChange,
  clusters: readonly ObservedCluster[],
  ctx: Pick<Context, 'members' | 'signal'>,
): Promise<ClusterResult['result']> => {
  const cluster = clusters.find((observed) => observed.cluster.name === change.cluster)?.cluster;
  if (cluster === undefined) {
    throw new ControllerError('transient', `Cannot write to ${change.cluster}: no such cluster`);
  }
  switch (change.kind) {
    case 'apply': {
      const service = await ctx.members.applyService(cluster, change, ctx.signal);
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
  return { kind: 'failed', ...failureOf(settled?.reason) };
};
