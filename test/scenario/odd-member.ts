import type { ResyncContext } from '../../lib/controller/context.ts';
import { resyncPass, scheduledResync } from '../../lib/controller/resync/resync-pass.ts';
import type { Cluster } from '../../lib/core/model/cluster.ts';
import { resyncWork } from '../../lib/core/model/work-key.ts';
import type { MemberClusters } from '../../lib/ports/member-clusters.ts';
import type { World } from './world.ts';

/** Time that the function gives a run. */
const functionMs = 300_000;

/** Some of the calls of a port, as tokyo answers them in its own way. */
export type Answers = (members: MemberClusters, world: World) => Partial<MemberClusters>;

const nextTurn = (): Promise<boolean> => new Promise((next) => setImmediate(() => next(false)));

/** One run of the resync in which tokyo answers in its own way; returns how long it took, in virtual ms. */
export const runWith = async (world: World, answers: Answers): Promise<number> => {
  const ctx = world.context(`resync-${world.clock.now()}`);
  const theirs = { ...ctx.members, ...answers(ctx.members, world) };
  const of = ({ name }: Cluster): MemberClusters => (name === 'tokyo' ? theirs : ctx.members);
  const members: ResyncContext['members'] = {
    listServices: (cluster, ...rest) => of(cluster).listServices(cluster, ...rest),
    listSlices: (cluster, ...rest) => of(cluster).listSlices(cluster, ...rest),
    countReadyEndpoints: (cluster, ...rest) => of(cluster).countReadyEndpoints(cluster, ...rest),
  };
  const deadline = new AbortController();
  const began = world.clock.now();
  const pass = { ...ctx, members, signal: deadline.signal };
  const run = scheduledResync(resyncPass, pass).then(() => true);
  const elapsed = (): number => world.clock.now() - began;
  while (!(await Promise.race([run, nextTurn()]))) {
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    await world.clock.advance(500);
    if (elapsed() > functionMs) deadline.abort(new Error("the function's time is nearly up"));
  }
  return elapsed();
};

/** The line of the last round that came to its end. */
export const lastRound = (world: World) =>
  world.telemetry.lines().findLast(({ message }) => message === 'resync')?.fields;

/** How the last run ended. */
export const lastRun = async (world: World) => {
  const row = await world.rows.read(resyncWork);
  return { outcome: row?.lastOutcome, error: row?.lastError ?? '' };
};
