import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { functionLimits } from '../../../infra/function-limits.ts';
import { runtimeVariables } from '../../../infra/sandbox/lambda/runtime-variables.ts';
import { createSandbox, type Sandbox } from '../../../infra/sandbox/sandbox.ts';
import { createLookUp } from '../../../infra/sandbox/story/look-up.ts';
import { defaultTopology, type Topology } from '../../../infra/sandbox/topology.ts';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';
import { sideBySide } from '../../../lib/controller/side-by-side.ts';
import { countPasses } from './count-passes.ts';
import type { Progress } from './progress.ts';

/** The members that npm start plays, all of whose load balancers have addresses; two are in two zones, so that a Service has nine names. */
const topology: Topology = {
  ...defaultTopology,
  members: defaultTopology.members.map((member) => ({ ...member, loadBalancers: 'ip' })),
};
const namesPerService = 9;
const drained = 'tokyo';
const namespaces = 200;
const parallel = 20;
/** Longer than any queue of the sandbox waits with work in it. */
const quietMs = 10_000;
const limitMs = 45 * 60_000;

/** A sandbox with many Services, and what one can do with all of them at once. */
export type Scale = {
  /** Declares the Services on the host, and waits until all of their names stand. */
  readonly create: () => Promise<void>;
  /** Asks the DNS server for every name that stands, and waits until each answers with its addresses. */
  readonly ask: () => Promise<void>;
  /** No pod of one member is ready any more; waits until no name leads there. */
  readonly drain: () => Promise<void>;
  /** They are ready again; waits until the names are as they were. */
  readonly fill: () => Promise<void>;
  /** Waits until nothing is done any more. */
  readonly rest: () => Promise<void>;
  /** Runs the resync in a process of its own. */
  readonly resync: () => Promise<ResyncRun>;
  /** Passes over Services, and calls of Route 53, since the start. */
  readonly counts: () => Promise<{ readonly passes: number; readonly route53Calls: number }>;
  readonly close: () => Promise<void>;
};

/** What one run of the resync took. */
export type ResyncRun = {
  readonly seconds: number;
  /** Of the whole process. */
  readonly peakMb: number;
  readonly cpuSeconds: number;
};

/** What it goes by. */
export type ScaleContext = {
  readonly progress: Progress;
  /** Called often while it waits. */
  readonly beat: () => void;
  readonly random: () => number;
  /** Ends whatever it waits for. */
  readonly signal: AbortSignal;
};

/** Starts it; leaves nothing behind if that fails. */
export const startScale = async (services: number, context: ScaleContext): Promise<Scale> => {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-scale-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const { random, signal } = context;
  const sandbox = await createSandbox({
    folder: join(folder, '.sandbox'),
    topology,
    recordSetsPerZone: services * namesPerService + 100,
    now: Date.now,
    random,
    step: () => ({ done: () => undefined, failed: () => undefined }),
    signal,
  }).catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  const keys = Array.from({ length: services }, (_, index) => keyOf(index));
  const all = (act: (key: string) => void): void => keys.forEach(act);
  const passes = countPasses(sandbox.functionLog.file);
  const counts = async () => ({
    passes: await passes(),
    route53Calls: sandbox.route53Calls().length,
  });
  return {
    create: async () => {
      await declare(sandbox, keys, context);
      await untilPublished(sandbox, services, context);
    },
    ask: () => untilAllAnswer(sandbox, context),
    drain: async () => {
      all((key) => sandbox.controls.drain(drained, key));
      await untilLed(sandbox, 0, context);
    },
    fill: async () => {
      all((key) => sandbox.controls.fill(drained, key));
      await untilLed(sandbox, services, context);
    },
    rest: async () => {
      let before = await counts();
      let since = Date.now();
      await waiting(
        'the sandbox at rest',
        async () => {
          const now = await counts();
          if (now.passes !== before.passes || now.route53Calls !== before.route53Calls) {
            before = now;
            since = Date.now();
          }
          return Date.now() - since >= quietMs;
        },
        context,
      );
    },
    resync: () => resyncAlone(sandbox, signal),
    counts,
    close: async () => {
      await sandbox.close();
      await removeFolder();
    },
  };
};

const program = join(import.meta.dirname, 'run-resync.mjs');
/** V8 takes its limits from the machine's memory, so that on a large one garbage lies for long: here it is told of 512 MB, of which a quarter is for what is no heap. */
const heapFlags = ['--max-old-space-size=384', '--max-semi-space-size=16'];
const run = promisify(execFile);

/** While the schedule's own resync holds the lease, there is nothing to measure. */
const resyncAlone = async (sandbox: Sandbox, signal: AbortSignal): Promise<ResyncRun> => {
  for (;;) {
    const stdout = await tryResync(sandbox, signal);
    const figures = stdout.trimEnd().split('\n').at(-1) ?? '';
    if (stdout.includes('"message":"resync"')) return JSON.parse(figures);
    await pause(quietMs, undefined, { signal });
  }
};

const tryResync = async ({ functionOf }: Sandbox, signal: AbortSignal): Promise<string> => {
  const { handlerFile, environment } = functionOf('resync');
  const { memoryMb } = functionLimits['resync'];
  const taskRoot = dirname(handlerFile);
  const settings = { name: 'resync', region: 'us-east-1', memoryMb, taskRoot, environment };
  const env = { ...runtimeVariables(settings, 'bench') };
  const { stdout } = await run(process.execPath, [...heapFlags, program, handlerFile], {
    cwd: taskRoot,
    env,
    maxBuffer: 64 * 1024 * 1024,
    signal,
  });
  return stdout;
};

const keyOf = (index: number): string =>
  `shop-${index % namespaces}/web-${String(index).padStart(5, '0')}`;

const declare = async (
  { host }: Sandbox,
  keys: readonly string[],
  { signal, beat }: ScaleContext,
): Promise<void> => {
  const spaces = new Set(keys.map((key) => key.split('/')[0] ?? ''));
  for (const name of spaces) await host.create('/api/v1/namespaces', { metadata: { name } });
  const made = await sideBySide(keys, parallel, async (key) => {
    signal.throwIfAborted();
    beat();
    const [namespace = '', name = ''] = key.split('/');
    return host.create(`/api/v1/namespaces/${namespace}/services`, {
      metadata: { name, namespace, labels: { 'federation.seamark.dev/enabled': 'true' } },
      spec: {
        type: 'LoadBalancer',
        // A cluster has 2,768 node ports.
        allocateLoadBalancerNodePorts: false,
        selector: { app: name },
        ports: [{ name: 'http', port: 80, targetPort: 8080 }],
      },
    });
  });
  for (const one of made) if (one.status === 'rejected') throw one.reason;
};

const waiting = (
  what: string,
  holds: () => Promise<boolean>,
  { signal, beat }: ScaleContext,
): Promise<true> => {
  const look = async (): Promise<true | undefined> => {
    beat();
    return (await holds()) || undefined;
  };
  // A look at ninety thousand record sets is no small thing for the sandbox itself.
  return waitUntil(look, { what, limitMs, everyMs: 2_000, now: Date.now, signal });
};

const untilPublished = (
  sandbox: Sandbox,
  services: number,
  context: ScaleContext,
): Promise<true> => {
  const published = async (): Promise<boolean> => {
    const found = sandbox.controls.records().filter(({ type }) => type === 'A').length;
    context.progress('record sets', found, services * namesPerService);
    return found >= services * namesPerService;
  };
  return waiting('all names', published, context);
};

/** Until so many zone names of the member have addresses of their own. */
const untilLed = (sandbox: Sandbox, wanted: number, context: ScaleContext): Promise<true> => {
  const member = topology.members.find(({ name }) => name === drained);
  const region = `.${member?.region}.${topology.zone}`;
  const zone = `.${member?.zones[0]}${region}`;
  const globals = `.${topology.federation}.svc.${topology.zone}`;
  const led = async (): Promise<boolean> => {
    const sets = sandbox.controls.records().filter(({ type }) => type === 'A');
    const own = sets.filter(({ name }) => name.endsWith(zone)).length;
    const merged = wanted === 0 ? topology.members.length - 1 : topology.members.length;
    const behind = sets.filter(
      ({ name, values }) => name.endsWith(globals) && values.length !== merged,
    ).length;
    context.progress('zone names of the member', own, wanted);
    return own === wanted && behind === 0;
  };
  return waiting('the names after the change', led, context);
};

const untilAllAnswer = async (sandbox: Sandbox, context: ScaleContext): Promise<void> => {
  const lookUp = createLookUp(sandbox.endpoints.dns);
  const sets = sandbox.controls.records().filter(({ type }) => type === 'A');
  let missing = sets;
  const answered = async (): Promise<boolean> => {
    const asked = await sideBySide(missing, parallel, async ({ name, values }) => {
      context.signal.throwIfAborted();
      context.beat();
      return isDeepStrictEqual(await lookUp.addresses(name), [...values].sort());
    });
    missing = missing.filter((_, at) => {
      const one = asked[at];
      return one?.status !== 'fulfilled' || !one.value;
    });
    context.progress('names that answer', sets.length - missing.length, sets.length);
    return missing.length === 0;
  };
  await waiting('answers for all names', answered, context);
};
