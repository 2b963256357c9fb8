import type { Cluster } from '../../core/model/cluster.ts';
import { ControllerError } from '../../core/model/failure.ts';
import type { ServiceKey } from '../../core/model/service-key.ts';
import type { ServiceObject } from '../../core/model/service-object.ts';
import type { Ms } from '../../core/model/time.ts';
import type { ListOptions, Page } from '../../ports/federated-services.ts';
import type { SliceEndpoints } from '../../ports/member-clusters.ts';
import type { ResyncContext } from '../context.ts';
import { withTimeLimit } from '../time-limit.ts';
import { createMemberTime } from './member-time.ts';

/** What one run asks one member, each call within its own time and all of them within the member's. Every call throws `ControllerError`. */
export type MemberReads = {
  readonly cluster: Cluster;
  readonly listServices: (options: ListOptions) => Promise<Page<ServiceObject>>;
  readonly listSlices: (options: ListOptions) => Promise<Page<SliceEndpoints>>;
  readonly countReadyEndpoints: (key: ServiceKey) => Promise<number>;
  /** Whether the member has had all its time: it is not asked again in this run. */
  readonly isOver: () => boolean;
};

/** What asking a member takes. */
export type MemberContext = Pick<ResyncContext, 'members' | 'memberLimitMs' | 'clock' | 'signal'>;

/**
 * Time that a run waits for the answers of one member, a fifth of what the function has. 50,000 Services are some 300 pages of copies and
 * slices, which take 45 s where each takes 150 ms.
 */
const runLimitMs: Ms = 60_000;

/** Begins to ask a member; nothing is sent yet. */
export const openMemberReads = (cluster: Cluster, ctx: MemberContext): MemberReads => {
  const time = createMemberTime(runLimitMs, ctx.clock);
  const isOver = (): boolean => time.left() <= 0;
  const ask = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    if (isOver()) throw tooSlow(cluster);
    const limitMs = Math.min(ctx.memberLimitMs, time.left());
    const [answer] = await Promise.allSettled([
      time.during(() => withTimeLimit(limitMs, ctx, work)),
    ]);
    if (answer.status === 'fulfilled') return answer.value;
    throw isOver() && !ctx.signal?.aborted ? tooSlow(cluster, answer.reason) : answer.reason;
  };
  const { members } = ctx;
  return {
    cluster,
    listServices: (options) => ask((signal) => members.listServices(cluster, options, signal)),
    listSlices: (options) => ask((signal) => members.listSlices(cluster, options, signal)),
    countReadyEndpoints: (key) =>
      ask((signal) => members.countReadyEndpoints(cluster, key, signal)),
    isOver,
  };
};

const tooSlow = ({ name }: Cluster, cause?: unknown): ControllerError =>
  new ControllerError(
    'transient',
    `Cannot list what cluster ${name} holds: its answers took ${runLimitMs / 1_000} s of this run, and no member gets more`,
    { cause },
  );
