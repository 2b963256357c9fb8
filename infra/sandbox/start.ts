import { resolve } from 'node:path';
import { findAssets } from './control-plane/assets.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { parseStartFlags, type StartRequest, startHelp } from './start-flags.ts';
import { removeStateFolder } from './state-folder.ts';
import { nextSteps } from './story/next-steps.ts';
import { runStory } from './story/run-story.ts';
import { createTeller } from './story/steps.ts';
import { defaultTopology } from './topology.ts';
import { readTopology } from './topology-file.ts';
import { createScreen, type Screen } from './view/screen.ts';

type Run = Extract<StartRequest, { readonly kind: 'run' }>;

const folder = resolve('.sandbox');
/** Folder of a real etcd and kube-apiserver, as `envtest` takes it; the emulator plays the clusters without. */
const assetsFolder = process.env['KUBEBUILDER_ASSETS'] || undefined;
/** From the start of the process to the end of the story of `--once`; real API servers start slowly. */
const onceLimitMs = assetsFolder === undefined ? 55_000 : 240_000;
/** Ctrl-C must not take longer, whatever hangs. */
const closeLimitMs = 3_000;
const parentEveryMs = 500;

const now = (): number => Date.now();

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP; later ones change nothing, for npm passes them on twice. Also aborts
 * when npm was ended and left this process behind, whose shell does not pass a SIGTERM on, when nobody reads the
 * output any more, and when `--once` takes too long.
 */
const stopSignal = ({ once }: Run): AbortSignal => {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => stop.abort(new Stopped(`Cannot go on: stopped by ${name}`)));
  for (const output of [process.stdout, process.stderr])
    output.on('error', () => stop.abort(new Stopped('Cannot go on: nobody reads the output')));
  const parent = process.ppid;
  const lookForParent = (): void => {
    if (process.ppid !== parent) stop.abort(new Stopped('Cannot go on: npm has ended'));
  };
  if (process.env['npm_lifecycle_event'] !== undefined)
    setInterval(lookForParent, parentEveryMs).unref();
  const late = new Error(`Cannot finish the story: not done within ${onceLimitMs / 1000} s`);
  if (once) setTimeout(() => stop.abort(late), onceLimitMs - performance.now()).unref();
  return stop.signal;
};

/** Somebody wants the sandbox to end. */
class Stopped extends Error {}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Ends the process after that time, whatever hangs, and leaves no state file. */
const exitWithin = (limitMs: number, code: number): void => {
  setTimeout(() => {
    removeStateFolder(folder);
    process.exit(code);
  }, limitMs);
};

const stayUp = async (sandbox: Sandbox, screen: Screen, stop: AbortSignal): Promise<void> => {
  screen.line();
  screen.line(`${screen.paint('bold', 'The sandbox is up.')} Try, in another terminal:`);
  screen.line();
  for (const line of nextSteps(sandbox)) screen.line(line);
  screen.line();
  screen.line('Ctrl-C ends it and leaves nothing behind.');
  const alive = setInterval(() => undefined, 60_000);
  await aborted(stop);
  clearInterval(alive);
  screen.line();
  screen.line('Closing');
};

const tell = async (
  sandbox: Sandbox,
  { once }: Run,
  screen: Screen,
  stop: AbortSignal,
): Promise<void> => {
  const teller = createTeller(sandbox, { screen, now, signal: stop });
  await runStory(teller, once);
  if (!once) return stayUp(sandbox, screen, stop);
  const seconds = (performance.now() / 1000).toFixed(0);
  screen.line();
  screen.line(
    screen.paint(
      'green',
      `All of it held: ${teller.lookUp.queries()} DNS queries asked in ${seconds} s.`,
    ),
  );
};

const run = async (request: Run, screen: Screen, stop: AbortSignal): Promise<number> => {
  const topology = request.clustersFile
    ? await readTopology(request.clustersFile)
    : defaultTopology;
  screen.line(
    `${screen.paint('bold', 'Seamark sandbox')}: one Service, every cluster, one DNS name`,
  );
  screen.line();
  const assets = assetsFolder === undefined ? undefined : await findAssets(assetsFolder);
  const sandbox = await createSandbox({
    folder,
    topology,
    ...(assets === undefined ? {} : { assets }),
    ...(request.portBase === undefined ? {} : { portBase: request.portBase }),
    now,
    random: Math.random,
    step: screen.step,
    signal: stop,
  });
  try {
    await tell(sandbox, request, screen, stop);
    return 0;
  } catch (error) {
    for (const line of sandbox.functionLog.trouble()) screen.line(`  ${line}`);
    throw error;
  } finally {
    screen.close();
    exitWithin(closeLimitMs, 1);
    await sandbox.close();
  }
};

/** Ctrl-C is how a sandbox ends; only one that had something to prove has then failed. */
const exitCode = (error: unknown, { once }: Run): number =>
  error instanceof Stopped && !once ? 0 : 1;

const main = async (): Promise<number> => {
  const request = parseStartFlags(process.argv.slice(2));
  if (request.kind === 'help') {
    process.stdout.write(startHelp);
    return 0;
  }
  if (request.kind === 'refused') {
    process.stderr.write(`${request.message}\n`);
    return 2;
  }
  const screen = createScreen(process.stdout, now);
  const stop = stopSignal(request);
  stop.addEventListener('abort', () => exitWithin(closeLimitMs, exitCode(stop.reason, request)));
  try {
    return await run(request, screen, stop);
  } catch (error) {
    screen.close();
    const code = exitCode(error, request);
    if (code !== 0) process.stderr.write(`\n${reason(error)}\n`);
    return code;
  }
};

// Keep-alive sockets of clients may outlive the servers by seconds; nothing else is left to wait for.
process.exit(await main());
