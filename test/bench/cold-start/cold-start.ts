import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Bundle, bundleFunctions } from '../../../infra/bundle/bundle.ts';
import { deployedEnvironments } from '../../support/deployed-environments.ts';
import type { Bench, BenchContext, Column, Findings, Row, Target } from '../bench.ts';
import { createRandom, shuffle } from '../shuffle.ts';
import { spread } from '../statistics.ts';
import { type Load, type Loadable, loadOnce } from './load-once.ts';

const emptyHandler = resolve(import.meta.dirname, '../../fixtures/bundle/empty-handler.mts');
const emptyName = 'empty-handler';
const defaultRuns = 21;

const columns: readonly Column[] = [
  { key: 'bundleKb', heading: 'bundle KB', digits: 0 },
  { key: 'loadMs', heading: 'load ms', digits: 1 },
  { key: 'loadLowMs', heading: '10 %', digits: 1 },
  { key: 'loadHighMs', heading: '90 %', digits: 1 },
  { key: 'importMs', heading: 'import ms', digits: 1 },
  { key: 'cpuMs', heading: 'cpu ms', digits: 1 },
  { key: 'ratio', heading: 'ratio', digits: 2 },
];

/** Most times as long as an empty handler. */
const mostRatio: { readonly [name: string]: number } = {
  'audit-webhook': 3,
  resync: 3,
  'publish-zone': 3,
  'reconcile-service': 4,
};
/** 1.5 MB. */
const mostKb = 1_536;

const notes = [
  'load: from the start of the process to the loaded handler, median; 10 % and 90 % of the loads were faster and slower.',
  'import: of that, the import of the bundle. cpu: processor time of all threads. ratio: load, to that of the empty handler.',
  'Each load is a process of its own with the environment that the stack sets; every round loads all, in an order by chance.',
];

/** How long the shipped bundles take to load, compared with a handler that does nothing, in the same run. */
export const coldStart: Bench = {
  name: 'cold-start',
  summary: 'size and load time of each function, against an empty handler',
  takesRuns: true,
  measure: async (context) => {
    const outDir = await mkdtemp(join(tmpdir(), 'seamark-cold-start-'));
    try {
      return await measureIn(outDir, context);
    } finally {
      await rm(outDir, { recursive: true, force: true });
    }
  },
};

const measureIn = async (outDir: string, context: BenchContext): Promise<Findings> => {
  const runs = context.runs ?? defaultRuns;
  context.progress('bundling');
  const bundles = [
    ...(await bundleFunctions({ outDir, entries: [emptyHandler] })),
    ...(await bundleFunctions({ outDir })),
  ];
  const loads = await loadAll(await loadablesOf(bundles), runs, context);
  const rows = bundles.map((bundle) => rowOf(bundle, loads));
  return { runs, columns, rows, targets: rows.flatMap(targetsOf), notes };
};

const loadablesOf = async (bundles: readonly Bundle[]): Promise<readonly Loadable[]> => {
  const environments = new Map<string, Loadable['environment']>(await deployedEnvironments());
  return bundles.map(({ name, handlerFile }) => ({
    name,
    handlerFile,
    environment: environments.get(name) ?? {},
  }));
};

type Loads = ReadonlyMap<string, readonly Load[]>;

const loadAll = async (
  things: readonly Loadable[],
  runs: number,
  { seed, progress, signal }: BenchContext,
): Promise<Loads> => {
  const random = createRandom(seed);
  const loads = new Map<string, Load[]>(things.map(({ name }) => [name, []]));
  progress('first loads');
  // Before the first round files are read into the page cache.
  for (const thing of things) await loadOnce(thing, signal);
  for (let round = 1; round <= runs; round += 1) {
    progress(`round ${round} of ${runs}`);
    for (const thing of shuffle(things, random)) {
      loads.get(thing.name)?.push(await loadOnce(thing, signal));
    }
  }
  return loads;
};

const rowOf = ({ name, bytes }: Bundle, loads: Loads): Row => {
  const own = loads.get(name) ?? [];
  const empty = loads.get(emptyName) ?? [];
  const load = spread(own.map(({ loadedMs }) => loadedMs));
  return {
    name,
    figures: {
      bundleKb: bytes / 1024,
      loadMs: load.median,
      loadLowMs: load.low,
      loadHighMs: load.high,
      importMs: spread(own.map(({ importMs }) => importMs)).median,
      cpuMs: spread(own.map(({ cpuMs }) => cpuMs)).median,
      ratio: load.median / spread(empty.map(({ loadedMs }) => loadedMs)).median,
    },
  };
};

const targetsOf = ({ name }: Row): readonly Target[] => {
  const ratio = mostRatio[name];
  return [
    ...(ratio === undefined ? [] : [{ row: name, column: 'ratio', atMost: ratio }]),
    ...(name === emptyName ? [] : [{ row: name, column: 'bundleKb', atMost: mostKb }]),
  ];
};
