import type { Clock } from '../../lib/ports/clock.ts';
import { type Chance, chanceOf, whole } from './chance.ts';
import { broken, type Faults, throttled } from './faults.ts';
import type { FaultKind } from './script.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What looks at a call just before it takes effect; what it returns looks at the result. */
export type Onlooker = (
  call: string,
  args: readonly unknown[],
  by: Invocation,
) => ((result: unknown) => void) | undefined;

/** One run of a function, from its event to its answer, its time-out or its death. */
export type Invocation = {
  /** Unique, and the same in every replay of the script. */
  readonly name: string;
  /** This machine's clock, which goes a little wrong. */
  readonly clock: Clock;
  readonly random: Chance;
  /** When it begins nothing any more that can go on another time. */
  readonly stopAt: number;
  /** Aborts three seconds before the function's time is up. */
  readonly signal: AbortSignal;
  readonly leaseMs: number;
  /** False once it answered, failed or died. */
  readonly isAlive: () => boolean;
  /** True if a fault of that kind meets it now. */
  readonly strikes: (fault: FaultKind, call: string) => boolean;
  /** Makes one call to a port: it takes time, may fail before or after its effect, and may be the invocation's last. */
  readonly call: <Result>(
    name: string,
    args: readonly unknown[],
    effect: () => Promise<Result>,
  ) => Promise<Result>;
};

/** How an invocation ended. */
export type Ending = 'answered' | 'failed' | 'died';

/** What invocations run in. */
export type Environment = {
  readonly seed: number;
  readonly time: VirtualTime;
  readonly faults: Faults;
  readonly onlooker: Onlooker;
  /** How long a call takes to reach its service, in milliseconds; up to 40 by chance unless given. */
  readonly latency?: (call: string) => number;
  /** Messages of Services that are dealt with at once; one an invocation unless given. */
  readonly servicesAtOnce?: number;
  readonly counts: { invocations: number; calls: number };
};

/** Each clock goes wrong by this much at most: two differ by less than the five seconds that a message may seem to come early. */
const skewMs = 2_000;
const settleMs = 3_000;
const finishMs = 7_000;
const leaseMarginMs = 10_000;

/** Starts an invocation; `ended` hears once how it ended. */
export const invoke = (
  environment: Environment,
  what: { readonly name: string; readonly timeoutMs: number },
  work: (invocation: Invocation) => Promise<unknown>,
  ended: (ending: Ending) => void,
): void => {
  const { seed, time, faults } = environment;
  const chance = chanceOf(seed, what.name);
  const skew = whole(chance, -skewMs, skewMs);
  const deadline = new AbortController();
  let over = false;
  const end = (ending: Ending): void => {
    if (over) return;
    over = true;
    ended(ending);
  };
  const wait = async (spanMs: number, signal?: AbortSignal): Promise<void> => {
    await time.sleep(spanMs, signal);
    if (over) await endless();
  };
  const life: Life = { chance, wait, isOver: () => over, die: () => end('died') };
  const invocation: Invocation = {
    name: what.name,
    random: chance,
    isAlive: () => !over,
    strikes: (fault, call) => faults.strikes(fault, call, chance),
    stopAt: time.now() + skew + what.timeoutMs - settleMs - finishMs,
    signal: deadline.signal,
    leaseMs: what.timeoutMs + leaseMarginMs,
    clock: { now: () => time.now() + skew, sleep: wait },
    call: (name, args, effect) => {
      const watched = async () => {
        const look = environment.onlooker(name, args, invocation);
        const result = await effect();
        look?.(result);
        return result;
      };
      return makeCall({ ...environment, ...life }, name, watched);
    },
  };
  environment.counts.invocations += 1;
  time.at(time.now() + what.timeoutMs - settleMs, () => {
    if (!over) deadline.abort(new Error("Cannot go on: the function's time is nearly up"));
  });
  time.at(time.now() + what.timeoutMs, () => end('died'));
  work(invocation).then(
    () => end('answered'),
    () => end('failed'),
  );
};

type Life = {
  readonly chance: Chance;
  /** Takes time, and does not return where the invocation ended meanwhile. */
  readonly wait: (spanMs: number, signal?: AbortSignal) => Promise<void>;
  readonly isOver: () => boolean;
  readonly die: () => void;
};

// Before the lease of a dead publisher is over, Route 53 has its last batch or never gets it; the table's conditions guard for longer.
const longestFlightMs = (call: string): number =>
  call.startsWith('recordStore.') ? 8_000 : 300_000;

/** What whoever is dead waits for. */
const endless = (): Promise<never> => new Promise(() => undefined);

const makeCall = async <Result>(
  world: Environment & Life,
  name: string,
  effect: () => Promise<Result>,
): Promise<Result> => {
  const { faults, chance, time } = world;
  if (world.isOver()) return await endless();
  world.counts.calls += 1;
  const isSlow = faults.strikes('slow', name, chance);
  const usual = world.latency?.(name) ?? chance() * 40;
  await world.wait(isSlow ? whole(chance, 200, 9_000) : usual);
  if (faults.strikes('kill', name, chance)) return await dieAround(world, effect);
  if (faults.strikes('late-effect', name, chance)) {
    world.die();
    time.at(
      time.now() + whole(chance, 100, longestFlightMs(name)),
      () => void effect().catch(() => undefined),
    );
    return await endless();
  }
  if (faults.strikes('throttle', name, chance)) throw throttled(name);
  if (faults.strikes('error', name, chance)) throw broken(name);
  const result = await effect();
  if (world.isOver()) return await endless();
  const isLost = faults.strikes('lost-answer', name, chance);
  if (isLost || (!world.latency && chance() < 0.1))
    await world.wait(isLost ? whole(chance, 10, 3_000) : chance() * 30);
  if (isLost) throw broken(name);
  return result;
};

// Half of them die just before the call, half just after it took effect.
const dieAround = async (world: Life, effect: () => Promise<unknown>): Promise<never> => {
  if (world.chance() < 0.5) await Promise.allSettled([effect()]);
  world.die();
  return await endless();
};
