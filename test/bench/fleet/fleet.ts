import type { RecordChange } from '../../../lib/core/model/record-set.ts';
import { isAlias, valuesOf } from '../../../lib/core/model/record-set.ts';
import { createStillAtIt } from '../../command/still-at-it.ts';
import type { Bench, BenchContext, Findings, Row, Target } from '../bench.ts';
import { growthExponent } from '../growth.ts';
import { nameOfSize, type Size } from '../planner/steady-federation.ts';
import { mostServices, sizesUpTo } from '../sizes.ts';
import { columns, notes } from './columns.ts';
import { type Calls, type Crowd, nthCluster, placeOf, startCrowd } from './crowd.ts';
import { naiveCalls } from './naive.ts';
import { burst, changeMs, requestsPerSecond } from './route53-limits.ts';

const page = 500;

/** What a fleet costs at rest, and how fast names follow what happens: on fakes and a virtual clock, so that every run tells the same. */
export const fleet: Bench = {
  name: 'fleet',
  summary:
    'calls of a resync at rest, virtual time until names follow one endpoint or a whole cluster',
  services: { least: 1, most: mostServices },
  measure: async (context): Promise<Findings> => {
    const measured: Measured[] = [];
    for (const size of sizesUpTo(context.services)) {
      measured.push(await measureOne(size, context));
    }
    return {
      runs: 1,
      columns,
      rows: [...measured.map(rowOf), ...growth(measured)],
      targets: measured.flatMap(targetsOf),
      notes,
    };
  },
};

type Measured = {
  readonly size: Size;
  readonly resync: Calls;
  readonly endpointMs: number;
  readonly failOver: FailOver;
};

const measureOne = async (size: Size, context: BenchContext): Promise<Measured> => {
  const { begin, beat } = createStillAtIt(context.progress, context.now);
  const tell = (what: string): void => begin(`${nameOfSize(size)}: ${what}`);
  tell('coming to rest');
  const crowd = startCrowd(size, context.seed, () => {
    context.signal.throwIfAborted();
    beat();
  });
  await crowd.settle();
  crowd.serve();
  crowd.resync();
  await crowd.settle();
  // Whoever was asked for while names were published has looked by now.
  crowd.resync();
  await crowd.settle();
  tell('resync at rest');
  const resync = await callsOf(crowd, crowd.resync);
  tell('one endpoint');
  const endpointMs = await endpointLoss(crowd);
  tell('a cluster empties');
  return { size, resync, endpointMs, failOver: await failOver(crowd) };
};

const callsOf = async (crowd: Crowd, act: () => void): Promise<Calls> => {
  const before = crowd.calls();
  act();
  await crowd.settle();
  const after = Object.entries(crowd.calls());
  return Object.fromEntries(after.map(([call, count]) => [call, count - (before[call] ?? 0)]));
};

/** Milliseconds from the last endpoint of a Service in one cluster to the change of its names. */
const endpointLoss = async (crowd: Crowd): Promise<number> => {
  const [key] = crowd.keys;
  if (key === undefined) throw new Error('Cannot measure a fleet without Services');
  const begin = crowd.now();
  let end = begin;
  const stop = crowd.onAccepted((_, at) => {
    end = at;
  });
  crowd.setEndpoints(nthCluster(1), [key], 0);
  await crowd.settle();
  stop();
  crowd.setEndpoints(nthCluster(1), [key], 2);
  await crowd.settle();
  if (end === begin) throw new Error('Cannot measure the loss of an endpoint: no name changed');
  return end - begin;
};

type FailOver = {
  readonly ms: number;
  /** Until the first batch was taken. */
  readonly firstMs: number;
  /** The longest time between two batches. */
  readonly gapMs: number;
  readonly batches: number;
  readonly elements: number;
  readonly characters: number;
};

const failOver = async (crowd: Crowd): Promise<FailOver> => {
  const lost = nthCluster(0);
  const { zone, region } = placeOf(lost);
  const begin = crowd.now();
  const times: number[] = [];
  const changes: RecordChange[] = [];
  const stop = crowd.onAccepted((batch, at) => {
    times.push(at);
    changes.push(...batch);
  });
  crowd.setEndpoints(lost, crowd.keys, 0);
  await crowd.settle();
  stop();
  const fallen = changes.filter(
    ({ action, recordSet }) =>
      action === 'CREATE' &&
      recordSet.type === 'CNAME' &&
      recordSet.name.includes(`.${zone}.${region}.`),
  );
  if (fallen.length !== crowd.keys.length) {
    throw new Error(`Cannot measure a fail-over: ${fallen.length} names fell up`);
  }
  const [first = begin] = times;
  return {
    ms: (times.at(-1) ?? begin) - begin,
    firstMs: first - begin,
    gapMs: Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at))),
    batches: times.length,
    ...sizeOf(changes),
  };
};

// As Route 53 counts them (Route 53 quotas): values and aliases, and the characters of values.
const sizeOf = (changes: readonly RecordChange[]) => {
  const sets = changes.map(({ recordSet }) => recordSet);
  const values = sets.flatMap(valuesOf);
  return {
    elements: values.length + sets.filter(isAlias).length,
    characters: values.reduce((sum, value) => sum + value.length, 0),
  };
};

/** The least number of batches that the same changes fit into. */
const leastBatches = ({ elements, characters }: FailOver): number =>
  Math.max(Math.ceil(elements / 1_000), Math.ceil(characters / 32_000));

const secondsAt = (requests: number): number => requests / requestsPerSecond;

/**
 * The least time of so many changes of one zone: it takes one after another, and our share of the account gives so many at once after a
 * rest, then so many a second.
 */
const boundOf = (batches: number): number =>
  Math.max((batches * changeMs) / 1_000, secondsAt(batches - burst));

const sum = (calls: Calls, pattern: RegExp): number =>
  Object.entries(calls).reduce((all, [call, n]) => all + (pattern.test(call) ? n : 0), 0);

const figuresOf = ({ size, resync, endpointMs, failOver: lost }: Measured) => {
  const pages = Math.ceil(size.services / page);
  const naive = naiveCalls(size);
  const boundSeconds = boundOf(leastBatches(lost));
  return {
    kubernetes: sum(resync, /^(federatedServices|memberClusters|clusterRegistry|event)/),
    kubernetesBound: (1 + 2 * size.clusters) * pages + size.clusters + 2,
    naiveKubernetes: naive.kubernetes,
    route53: sum(resync, /^recordStore\./),
    naiveRoute53: naive.lookUps,
    passes: sum(resync, /^serviceLedger\.read$/),
    writes: sum(
      resync,
      /^workRows\.|^resyncProgress\.(save|clear)|Ledger\.(write|mark|clear|begin)/,
    ),
    endpointMs,
    batches: lost.batches,
    leastBatches: leastBatches(lost),
    firstSeconds: lost.firstMs / 1_000,
    gapSeconds: lost.gapMs / 1_000,
    failOverSeconds: lost.ms / 1_000,
    boundSeconds,
    overBound: lost.ms / 1_000 / boundSeconds,
    naiveSeconds: secondsAt(naive.lookUps + naive.writes),
  };
};

const rowOf = (one: Measured): Row => ({ name: nameOfSize(one.size), figures: figuresOf(one) });

const growth = (measured: readonly Measured[]): readonly Row[] =>
  [3, 10].flatMap((clusters) => {
    const points = (cost: (one: ReturnType<typeof figuresOf>) => number) =>
      measured
        .filter(({ size }) => size.clusters === clusters)
        .map((one) => ({ size: one.size.services, cost: cost(figuresOf(one)) }));
    if (points(() => 1).length < 2) return [];
    return [
      {
        name: `growth with N at M = ${clusters}`,
        digits: 2,
        figures: {
          kubernetes: growthExponent(points(({ kubernetes }) => kubernetes)),
          writes: growthExponent(points(({ writes }) => writes)),
          batches: growthExponent(points(({ batches }) => batches)),
          boundSeconds: growthExponent(points(({ boundSeconds }) => boundSeconds)),
          failOverSeconds: growthExponent(points(({ failOverSeconds }) => failOverSeconds)),
          naiveSeconds: growthExponent(points(({ naiveSeconds }) => naiveSeconds)),
        },
      },
    ];
  });

const reviewMs = 2_000;

const targetsOf = ({ size, ...one }: Measured): readonly Target[] => {
  const row = nameOfSize(size);
  const { kubernetesBound } = figuresOf({ size, ...one });
  return [
    { row, column: 'kubernetes', atMost: kubernetesBound },
    { row, column: 'route53', atMost: 0 },
    { row, column: 'passes', atMost: 0 },
    { row, column: 'endpointMs', atMost: reviewMs + 1_000 + 1_000 },
    ...(size.services === 10_000 && size.clusters === 3
      ? [{ row, column: 'overBound', atMost: 1.25 }]
      : []),
  ];
};
