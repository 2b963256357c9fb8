import type { ApiClient } from '../../adapters/kubernetes/api-client.ts';
import { type Cluster, isReady } from '../../core/model/cluster.ts';
import type { Ms } from '../../core/model/time.ts';
import type { CliContext } from '../command.ts';
import { readCluster } from './register.ts';

/** What is waited for. */
export type ReadyWish = {
  readonly cluster: Cluster;
  /** The object before, if there was one. */
  readonly before: Cluster | undefined;
  /** Whether it, or its credentials, are other than then. */
  readonly changed: boolean;
  readonly timeLimitMs: Ms;
};

const everyMs: Ms = 2_000;

/**
 * Waits until a look of the functions finds the cluster ready, and says meanwhile what they find. A look from before a change tells
 * nothing of it. Throws an error with what stands in the way once the time is up.
 */
export const waitReady = async (
  host: ApiClient,
  { cluster, before, changed, timeLimitMs }: ReadyWish,
  { now, sleep, say, signal }: Pick<CliContext, 'now' | 'sleep' | 'say' | 'signal'>,
): Promise<Cluster> => {
  const end = now() + timeLimitMs;
  const stale = changed ? probeTime(before) : undefined;
  let said = '';
  for (;;) {
    const current = await readCluster(host, cluster.name, signal);
    if (current === undefined) throw gone(cluster);
    const looked = probeTime(current) !== stale || !changed;
    if (looked && isReady(current)) return current;
    const state = looked ? stateOf(current) : unlooked;
    if (state !== said) say(`waiting  ${cluster.name}: ${state}`);
    said = state;
    if (now() >= end) throw late(cluster, timeLimitMs, state);
    await sleep(everyMs, signal);
  }
};

const unlooked = 'no look at its health yet';

const probeTime = (cluster: Cluster | undefined): string | undefined =>
  cluster?.conditions.find(({ type }) => type === 'Ready')?.lastProbeTime;

const stateOf = ({ conditions }: Cluster): string => {
  const ready = conditions.find(({ type }) => type === 'Ready');
  return ready === undefined ? unlooked : `${ready.reason}: ${ready.message}`;
};

const gone = ({ name }: Cluster): Error =>
  new Error(`Cannot wait for cluster ${name}: its object was deleted meanwhile`);

const late = ({ name }: Cluster, timeLimitMs: Ms, state: string): Error =>
  new Error(
    `Cannot see cluster ${name} ready within ${timeLimitMs / 1000} s: ${state}; it is registered, and ${
      state === unlooked
        ? 'the function cluster-health looks every healthMinutes: see its alarm HealthMissing in docs/runbook.md'
        : 'joins by itself once that is repaired'
    }`,
  );
