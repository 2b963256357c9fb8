import type { Cluster } from '../../lib/core/model/cluster.ts';
import type { ServiceApply } from '../../lib/core/model/plan.ts';
import { calmInvocation } from './calm.ts';
import { createEarth, type Earth } from './earth.ts';
import { createFaults } from './faults.ts';
import type { Environment, Onlooker } from './invocation.ts';
import { createLambda, type Lambda } from './lambda.ts';
import { act } from './people/act.ts';
import { createCloud } from './people/cloud.ts';
import { createQuietTime } from './quiet.ts';
import { type Script, timetable } from './script.ts';
import { differences, recordWrites, unfinished } from './settled.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';
import { all, createWatch } from './watch/watch.ts';

/** What a run came to. */
export type Run = {
  readonly seed: number;
  /** Broken promises; none in a good run. */
  readonly faults: readonly string[];
  /** Calls to ports: the steps between which anything may happen. */
  readonly calls: number;
  readonly invocations: number;
  /** Faults that were injected, by kind. */
  readonly injected: { readonly [kind: string]: number };
  readonly deadLetters: number;
  /** How long after the end of all troubles everything had settled, looked at every minute. */
  readonly settledAfterMs?: number;
};

const start = Date.UTC(2026, 0, 5, 10);
const lookEveryMs = 60_000;

/** Runs a script from its first deed to the end of the quiet time after it. The same script always runs the same way. */
export const simulate = async (script: Script): Promise<Run> => {
  const time = createVirtualTime(start);
  const earth = createEarth(script, time);
  const faults = createFaults(script.windows, () => time.now() - start);
  const watch = createWatch(script, earth, time);
  const quiet = createQuietTime(script);
  const counts = { invocations: 0, calls: 0 };
  const clouds: Onlooker = (call, args) => {
    if (call !== 'memberClusters.applyService') return undefined;
    const [cluster, { manifest }] = args as [Cluster, ServiceApply]; // what that port takes
    return () => stage.cloudLooks(cluster.name, manifest.key.name);
  };
  const onlooker = all([watch.onlooker, clouds, quiet.onlooker]);
  const environment: Environment = { seed: script.seed, time, faults, onlooker, counts };
  const lambda = createLambda(script, earth, environment);
  const { hear } = lambda;
  const stage = {
    script,
    earth,
    time,
    hear,
    cloudLooks: createCloud({ script, earth, time, hear }),
  };
  for (const deed of script.deeds) {
    time.at(start + deed.at, () => {
      act(deed, stage);
      watch.note();
    });
  }
  lambda.schedule(start + timetable.end - 5 * lookEveryMs);
  await time.run(start + timetable.troublesEnd);
  const { settledAfterMs, left } = await settle({ script, earth, time, lambda });
  quiet.begin();
  await time.run(start + timetable.end);
  const unquiet = quiet.end();
  return {
    seed: script.seed,
    faults: [
      ...watch.broken(),
      ...left,
      ...unquiet,
      ...(await oneMorePass({ script, earth, time, lambda })),
    ],
    ...counts,
    injected: faults.counts(),
    deadLetters: lambda.queues.deadLetters(),
    ...(settledAfterMs === undefined ? {} : { settledAfterMs }),
  };
};

type Scene = {
  readonly script: Script;
  readonly earth: Earth;
  readonly time: VirtualTime;
  readonly lambda: Lambda;
};

const settle = async ({ script, earth, time, lambda }: Scene) => {
  const ctx = lambda.contextOf(calmInvocation(time, () => undefined));
  let settledAfterMs: number | undefined;
  let left: readonly string[] = [];
  for (let at = timetable.troublesEnd; at < timetable.settledBy; at += lookEveryMs) {
    await time.run(start + at + lookEveryMs);
    left = await differences(script, earth, ctx);
    const afterMs = at + lookEveryMs - timetable.troublesEnd;
    settledAfterMs = left.length > 0 ? undefined : (settledAfterMs ?? afterMs);
  }
  return { settledAfterMs, left: left.map((line) => `it did not settle: ${line}`) };
};

const oneMorePass = async ({ script, earth, time, lambda }: Scene): Promise<readonly string[]> => {
  const written: string[] = [];
  const ctx = lambda.contextOf(calmInvocation(time, recordWrites(written)));
  const left = await unfinished(script, earth, ctx, lambda.queues.waiting());
  return [...left, ...written.map((call) => `one more pass writes: ${call}`)];
};
