import { functionLimits, queueLimits } from '../../../infra/function-limits.ts';
import type { RecordChange } from '../../../lib/core/model/record-set.ts';
import type { ServiceKey } from '../../../lib/core/model/service-key.ts';
import type { ChangeResult } from '../../../lib/ports/record-store.ts';
import { createEarth } from '../../simulation/earth.ts';
import { createFaults } from '../../simulation/faults.ts';
import type { Onlooker } from '../../simulation/invocation.ts';
import { createLambda } from '../../simulation/lambda.ts';
import { written } from '../../simulation/people/stage.ts';
import { createVirtualTime } from '../../simulation/virtual-time.ts';
import { aService } from '../../support/builders/service.ts';
import { nameOfSize, type Size } from '../planner/steady-federation.ts';
import { withinLimits } from './route53-limits.ts';

const start = Date.UTC(2026, 0, 5, 10);
const readyEndpoints = 2;
/** A page of a list, as Kubernetes gives it. */
const pageSize = 500;
/** Events that an API server sends at once, at most (kube-apiserver, --audit-webhook-batch-max-size). */
const batchSize = 400;
const batchEveryMs = 40;

/** What calls take, in milliseconds: DynamoDB and SQS within their region, Kubernetes across regions. */
export const latencies = { dynamoDb: 5, sqs: 10, kubernetesCall: 30, kubernetesPage: 150 };

const latency = (call: string): number => {
  if (/^memberClusters\.list|\.list$/.test(call)) return latencies.kubernetesPage;
  if (/^(federatedServices|memberClusters|clusterRegistry|clusterProbe|event)/.test(call))
    return latencies.kubernetesCall;
  if (call.startsWith('wakeQueue.')) return latencies.sqs;
  // Changes of records take their time behind the limits.
  return call.startsWith('recordStore.') ? 0 : latencies.dynamoDb;
};

/** Calls of ports by name. */
export type Calls = { readonly [call: string]: number };

/** Services and clusters on a virtual clock, run by the shipped controllers on the fakes: nothing fails, Route 53 has its limits. */
export type Crowd = {
  readonly keys: readonly ServiceKey[];
  readonly now: () => number;
  /** Lets time go on until no message waits any more; throws where that takes longer than a simulated hour. */
  readonly settle: () => Promise<void>;
  /** Starts the resync; messages and time do the rest. */
  readonly resync: () => void;
  /** Sets the ready endpoints of Services in one cluster, which tells of it as its API server would. */
  readonly setEndpoints: (cluster: string, keys: readonly ServiceKey[], ready: number) => void;
  /** Gives every copy its address and endpoints; nobody tells of it. */
  readonly serve: () => void;
  /** Calls since the start. */
  readonly calls: () => Calls;
  /** Hears of every change of records that is accepted, with the moment, until what it returns is called. */
  readonly onAccepted: (hear: Hear) => () => void;
};

type Hear = (changes: readonly RecordChange[], at: number) => void;

/** The name of a cluster of a crowd. */
export const nthCluster = (at: number): string => `c${at}`;

/** The zone and region of a cluster of a crowd; each has its own. */
export const placeOf = (cluster: string) => ({ zone: `${cluster}-a`, region: `r-${cluster}` });

/**
 * A fleet of that size, whose clusters are being looked at for the first time. `between` is called between two events; what it throws
 * ends the settling.
 */
export const startCrowd = (size: Size, seed: number, between: () => void): Crowd => {
  const time = createVirtualTime(start, between);
  const script = {
    seed,
    offlinePolicy: 'preserve',
    leaving: 'keep',
    driftPolicy: 'report',
    resyncEveryMs: 600_000,
    lookEveryMs: 60_000,
    places: {},
    services: [],
    deeds: [],
    windows: [],
  } as const;
  const namesOfOne = 2 * size.clusters + 1;
  const maxRecordSets = size.services * namesOfOne + 100;
  const earth = createEarth(script, time, { pageSize, maxRecordSets });
  const limited = { ...earth, records: { ...earth.records, ...withinLimits(earth.records, time) } };
  const calls = new Map<string, number>();
  const listeners = new Set<Hear>();
  const onlooker: Onlooker = (call, args) => {
    calls.set(call, (calls.get(call) ?? 0) + 1);
    if (call !== 'recordStore.change') return undefined;
    const [, changes] = args as [string, readonly RecordChange[]]; // what that port takes
    return (result) => {
      const { kind } = result as ChangeResult; // what that port returns
      if (kind === 'accepted') for (const hear of listeners) hear(changes, time.now());
    };
  };
  const faults = createFaults([], () => 0);
  const counts = { invocations: 0, calls: 0 };
  const lambda = createLambda(script, limited, {
    seed,
    time,
    faults,
    onlooker,
    latency,
    counts,
    servicesAtOnce:
      functionLimits['reconcile-service'].maxConcurrency * queueLimits.services.batchSize,
  });
  const { world } = earth.kubernetes;
  const keys = Array.from({ length: size.services }, (_, index) => nthKey(index));
  const clusters = Array.from({ length: size.clusters }, (_, at) => nthCluster(at));
  for (const name of clusters) join(world, name);
  for (const key of keys) declare(world, key);
  lambda.look();
  return {
    keys,
    now: time.now,
    settle: async () => {
      const until = time.now() + 3_600_000;
      // Whatever is under way ends within a minute, or sends a message.
      for (let quiet = 0; quiet < 2; quiet = lambda.queues.waiting().length === 0 ? quiet + 1 : 0) {
        if (time.now() > until) {
          const left = lambda.queues.waiting();
          throw new Error(
            `Cannot measure ${nameOfSize(size)}: it does not come to rest; ${left.length} messages wait, such as ${left[0]}`,
          );
        }
        await time.run(time.now() + 60_000);
      }
    },
    resync: lambda.resync,
    setEndpoints: (cluster, some, ready) => {
      for (const key of some) world.member(cluster).setEndpoints(key, ready);
      for (let from = 0; from < some.length; from += batchSize) {
        const events = some
          .slice(from, from + batchSize)
          .map(({ namespace, name }) => written('endpoints', name, { namespace }));
        time.at(time.now() + (from / batchSize) * batchEveryMs, () =>
          lambda.hearBatch(cluster, events),
        );
      }
    },
    serve: () => {
      for (const [at, cluster] of clusters.entries()) {
        for (const [index, key] of keys.entries()) {
          world.member(cluster).setIngress(key, [{ ip: addressOf(index, at) }]);
          world.member(cluster).setEndpoints(key, readyEndpoints);
        }
      }
    },
    calls: () => Object.fromEntries(calls),
    onAccepted: (hear) => {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
};

type World = ReturnType<typeof createEarth>['kubernetes']['world'];

const join = ({ clusters, member }: World, name: string): void => {
  const { zone, region } = placeOf(name);
  member(name).setNodes([
    { 'topology.kubernetes.io/region': region, 'topology.kubernetes.io/zone': zone },
  ]);
  clusters.put({ name });
};

const declare = ({ host }: World, key: ServiceKey): void => {
  const { spec, labels } = aService();
  // A cluster has 2,768 node ports.
  host.put({ key, labels, spec: { ...spec, allocateLoadBalancerNodePorts: false } });
};

const nthKey = (index: number): ServiceKey => ({
  namespace: `shop-${index % 20}`,
  name: `web-${String(index).padStart(5, '0')}`,
});

const addressOf = (service: number, cluster: number): string =>
  `10.${cluster}.${Math.trunc(service / 256)}.${service % 256}`;
