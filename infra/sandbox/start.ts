import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { parseStartFlags, type StartRequest, startHelp } from './start-flags.ts';
import { nextSteps } from './story/next-steps.ts';
import { runStory } from './story/run-story.ts';
import { createTeller } from './story/steps.ts';
import { defaultTopology } from './topology.ts';
import { readTopology } from './topology-file.ts';
import { createScreen, type Screen } from './view/screen.ts';

type Run = Extract<StartRequest, { readonly kind: 'run' }>;

const folder = resolve('.sandbox');
/** Start and story of `--once` together. */
const onceLimitMs = 50_000;
/** Ctrl-C must not take longer, whatever hangs. */
const closeLimitMs = 3_000;
const parentEveryMs = 500;

const now = (): number => Date.now();

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP; later ones change nothing, for npm passes them on twice. Also aborts
 * when npm was ended and left this process behind: its shell does not pass a SIGTERM on.
 */
const stopSignal = (): AbortSignal => {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => stop.abort(new Error(`Cannot go on: stopped by ${name}`)));
  const parent = process.ppid;
  const lookForParent = (): void => {
    if (process.ppid !== parent) stop.abort(new Error('Cannot go on: npm has ended'));
  };
  if (process.env['npm_lifecycle_event'] !== undefined)
    setInterval(lookForParent, parentEveryMs).unref();
  return stop.signal;
};

/** A reader that went away, as in `npm start | head`, must not keep the sandbox from closing. */
const ignoreLostReader = (): void => {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const closeWithin = async (sandbox: Sandbox, screen: Screen): Promise<void> => {
  const late = setTimeout(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(1);
  }, closeLimitMs);
  await sandbox.close().catch((error: unknown) => screen.line(reason(error)));
  clearTimeout(late);
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
  const startedAt = now();
  const signal = once ? AbortSignal.any([stop, AbortSignal.timeout(onceLimitMs)]) : stop;
  const teller = createTeller(sandbox, { screen, now, signal });
  await runStory(teller, once);
  if (!once) return stayUp(sandbox, screen, stop);
  const seconds = ((now() - startedAt) / 1000).toFixed(0);
  screen.line();
  screen.line(
    screen.paint(
      'green',
      `All of it held: ${teller.lookUp.queries()} DNS queries asked in ${seconds} s.`,
    ),
  );
};

const run = async (request: Run, screen: Screen): Promise<number> => {
  const stop = stopSignal();
  const topology = request.clustersFile
    ? await readTopology(request.clustersFile)
    : defaultTopology;
  screen.line(
    `${screen.paint('bold', 'Seamark sandbox')}: one Service, every cluster, one DNS name`,
  );
  screen.line();
  const sandbox = await createSandbox({
    folder,
    topology,
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
    if (stop.aborted) return 0;
    screen.line();
    screen.line(screen.paint('red', reason(error)));
    for (const line of sandbox.functionLog.trouble()) screen.line(line);
    return 1;
  } finally {
    screen.close();
    await closeWithin(sandbox, screen);
  }
};

const main = async (): Promise<number> => {
  ignoreLostReader();
  const request = parseStartFlags(process.argv.slice(2));
  const screen = createScreen(process.stdout, now);
  if (request.kind === 'help') {
    process.stdout.write(startHelp);
    return 0;
  }
  if (request.kind === 'refused') {
    process.stderr.write(`${request.message}\n`);
    return 2;
  }
  try {
    return await run(request, screen);
  } catch (error) {
    screen.close();
    process.stderr.write(`${reason(error)}\n`);
    return 1;
  }
};

// Keep-alive sockets of clients may outlive the servers by seconds; nothing else is left to wait for.
process.exit(await main());
