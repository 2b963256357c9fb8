import type { Failure } from '../../core/model/failure.ts';
import type { ZoneView } from '../../core/model/hosted-zone.ts';
import type { Resolved } from '../../core/model/observed.ts';
import type { ServiceObject } from '../../core/model/service-object.ts';
import type { EpochMs } from '../../core/model/time.ts';
import type { WorkKey } from '../../core/model/work-key.ts';
import type { Lease } from '../../core/model/work-row.ts';
import type { PassReason } from '../../core/needs-pass.ts';
import type { FleetSnapshot } from '../../ports/fleet-ledger.ts';
import type { ResyncCheckpoint } from '../../ports/resync-progress.ts';
import type { ResyncContext } from '../context.ts';
import { type Members, openMembers } from './open-members.ts';
import { type Pages, pagesOf } from './pages.ts';

/** Why a resync asks for a pass: what its plan says, or that it can't tell. */
export type AskReason =
  | PassReason
  /** It can't be judged from lists, or from what the table holds. */
  | 'unclear'
  /** Nobody knows the hosted zone, which a pass finds. */
  | 'zone';

/** What a round counts, from its beginning on. */
export type RoundCount = 'listed' | 'federated' | 'asked' | 'handedOver' | AskReason;

/** One round of the resync: from the first Service to the last, in one run or in several. */
export type Round = {
  readonly beganAt: EpochMs;
  /** The generation of the key that the round answers. */
  readonly generation: number;
  readonly namespace?: string;
  /** What the table held before anything was listed. */
  readonly snapshot: FleetSnapshot;
  readonly hostPages: Pages<ServiceObject>;
  readonly members: Members;
  /** The hosted zone that the passes found last; undefined if none ever found any. */
  readonly zone: ZoneView | undefined;
  /** Host names that were resolved in this run; undefined if one did not. */
  readonly resolved: Map<string, Resolved | undefined>;
  readonly counts: Map<RoundCount, number>;
  /** Members that could not be read in an earlier run. */
  readonly unreadBefore: { readonly [cluster: string]: string };
  /** Whether there is a checkpoint to clear. */
  isNoted: boolean;
};

/** How far a round came: what was dealt with, and what the host's list goes on with. */
export type Place = { readonly after: string; readonly next?: string };

/** A round that takes longer would tell of a fleet that is no more. */
const longestMs = 30 * 60_000;

/** Begins a round, or goes on with the one that the last run noted: the table is read before anything is listed. */
export const openRound = async (
  key: WorkKey,
  lease: Lease,
  ctx: ResyncContext,
): Promise<{ readonly round: Round; readonly place: Place }> => {
  const noted = await ctx.progress.read(key);
  const now = ctx.clock.now();
  const from = noted !== undefined && now - noted.beganAt < longestMs ? noted : undefined;
  const scope = key.kind === 'namespace' ? { namespace: key.namespace } : {};
  const [snapshot, zone] = await Promise.all([
    ctx.fleetLedger.read(scope.namespace),
    ctx.knownZone(),
  ]);
  const hostPages = listHost(scope, from?.next, ctx);
  hostPages.begin();
  const clusters = await ctx.registry.list(ctx.signal);
  const start = { ...scope, after: from?.after ?? '', members: from?.members ?? {} };
  const members = openMembers(clusters, start, ctx);
  const round = {
    beganAt: from?.beganAt ?? now,
    generation: from?.generation ?? lease.generation,
    ...scope,
    snapshot,
    hostPages,
    members,
    zone,
    resolved: new Map(),
    counts: countsOf(from),
    unreadBefore: from?.unread ?? {},
    isNoted: noted !== undefined,
  };
  return { round, place: from ?? { after: '' } };
};

const listHost = (
  scope: { readonly namespace?: string },
  first: string | undefined,
  ctx: ResyncContext,
): Pages<ServiceObject> =>
  pagesOf((next) => {
    // Not by label selector: a Service that lost the label is found by its finalizer.
    const options = { labelSelector: '', ...scope, ...(next === undefined ? {} : { next }) };
    return ctx.services.list(options, ctx.signal);
  }, first);

// Only a round writes them, by these names.
const countsOf = (from: ResyncCheckpoint | undefined): Map<RoundCount, number> =>
  new Map(Object.entries(from?.counts ?? {}) as [RoundCount, number][]);

/** Counts what a page came to. */
export const count = ({ counts }: Round, what: RoundCount, by = 1): void =>
  void counts.set(what, (counts.get(what) ?? 0) + by);

/** Notes that everything up to `place` was dealt with, so that a later run goes on from there. */
export const noteProgress = async (
  key: WorkKey,
  lease: Lease,
  at: { readonly round: Round; readonly place: Required<Place> },
  ctx: ResyncContext,
): Promise<void> => {
  const { round, place } = at;
  const checkpoint = {
    beganAt: round.beganAt,
    generation: round.generation,
    after: place.after,
    next: place.next,
    members: round.members.tokens(),
    unread: Object.fromEntries(
      [...unreadIn(round)].map(([cluster, { message }]) => [cluster, message]),
    ),
    counts: Object.fromEntries(round.counts),
  };
  await ctx.progress.save(key, checkpoint, lease.fence);
  round.isNoted = true;
};

/** Members that some part of the round could not be read of, with the reason. */
export const unreadIn = (round: Round): ReadonlyMap<string, Failure> =>
  new Map([
    ...Object.entries(round.unreadBefore).map(([cluster, message]): [string, Failure] => [
      cluster,
      { failure: 'transient', message },
    ]),
    ...round.members.unread(),
  ]);
