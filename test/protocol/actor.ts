import { hash } from 'node:crypto';
import { failureKind } from '../../lib/core/model/failure.ts';
import { broken } from '../simulation/faults.ts';
import type { Ending, Invocation, Onlooker } from '../simulation/invocation.ts';

/** A call that an invocation made and that has not taken effect. */
export type Call = {
  /** Which call of its invocation it is, from 1 on. */
  readonly order: number;
  readonly name: string;
  readonly isWrite: boolean;
  /** Takes effect, watched. */
  readonly effect: () => Promise<unknown>;
};

/** One invocation that waits, at each of its calls, for somebody to say what becomes of the call. */
export type Actor = {
  readonly invocation: Invocation;
  readonly startedAt: number;
  readonly timeoutMs: number;
  /** Calls that wait, oldest first. */
  readonly waiting: () => readonly Call[];
  /** The call takes effect and is answered. */
  readonly take: (call: Call) => Promise<void>;
  /** The call takes effect, and the answer is lost. */
  readonly lose: (call: Call) => Promise<void>;
  /** The call fails without effect. */
  readonly fail: (call: Call) => Promise<void>;
  /** Tells the invocation that its time is nearly up. */
  readonly warn: () => void;
  /** Ends the invocation where it stands; returns the writes that it had sent. */
  readonly die: () => readonly Call[];
  /** Everything that decides what it does next, as text: who it is, and all that it heard. */
  readonly history: () => string;
};

/** What an invocation runs in. */
export type Surroundings = {
  readonly now: () => number;
  readonly onlooker: Onlooker;
  readonly ended: (actor: Actor, ending: Ending) => void;
};

/** What is known of an invocation before it starts. */
export type Casting = {
  readonly name: string;
  readonly timeoutMs: number;
  readonly leaseMs: number;
  /** How wrong its clock is. */
  readonly skewMs: number;
};

/** As deployed: how long before its end an invocation begins nothing any more. */
const stopBeforeMs = 10_000;

/** Starts an invocation of `work`, which stands still at its first call. */
export const startActor = async (
  casting: Casting,
  world: Surroundings,
  work: (by: Invocation) => Promise<unknown>,
): Promise<Actor> => {
  const deadline = new AbortController();
  const desk = createDesk();
  const memory = createMemory(casting.name);
  let isOver = false;
  const end = (ending: Ending): void => {
    if (isOver) return;
    isOver = true;
    world.ended(actor, ending);
  };
  const invocation: Invocation = {
    name: casting.name,
    leaseMs: casting.leaseMs,
    random: () => 0.5,
    stopAt: world.now() + casting.skewMs + casting.timeoutMs - stopBeforeMs,
    signal: deadline.signal,
    clock: { now: () => world.now() + casting.skewMs, sleep: nobodySleeps },
    isAlive: () => !isOver,
    strikes: () => false,
    call: (name, args, effect) =>
      desk.ask(name, async () => {
        const look = world.onlooker(name, args, invocation);
        const result = await effect();
        look?.(result);
        return result;
      }),
  };
  const answerBy =
    (what: string, outcome: (call: Call) => Promise<unknown>) => async (call: Call) => {
      const [answer] = await Promise.allSettled([outcome(call)]);
      memory.note([call.order, what, toldOf(answer), world.now()]);
      desk.answer(call, answer);
      await settled();
    };
  const breaking = async ({ name }: Call): Promise<never> => {
    throw broken(name);
  };
  const actor: Actor = {
    invocation,
    startedAt: world.now(),
    timeoutMs: casting.timeoutMs,
    waiting: desk.waiting,
    take: answerBy('taken', (call) => call.effect()),
    lose: answerBy('lost', async (call) => {
      await call.effect();
      await breaking(call);
    }),
    fail: answerBy('failed', breaking),
    warn: () => {
      memory.note(['warned']);
      deadline.abort(new Error("Cannot go on: the function's time is nearly up"));
    },
    die: () => {
      end('died');
      return desk.clear().filter(({ isWrite }) => isWrite);
    },
    history: memory.text,
  };
  work(invocation).then(
    () => end('answered'),
    () => end('failed'),
  );
  await settled();
  return actor;
};

const toldOf = (answer: PromiseSettledResult<unknown>): unknown =>
  answer.status === 'fulfilled'
    ? { value: answer.value }
    : { failure: failureKind(answer.reason), words: String(answer.reason) };

const nobodySleeps = (): Promise<never> => {
  throw new Error('Cannot sleep: nobody has to in this model');
};

/** Whatever an invocation does up to its next call. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const reads = /\.(read|readMany|readName|pending|observe)$/;

// Calls lie here until somebody answers them.
const createDesk = () => {
  const open = new Map<number, { readonly call: Call; readonly answer: Answering }>();
  let asked = 0;
  return {
    ask: <Result>(name: string, effect: () => Promise<Result>): Promise<Result> => {
      asked += 1;
      const call = { order: asked, name, isWrite: !reads.test(name), effect };
      return new Promise<Result>((resolve, reject) => {
        const answer: Answering = (outcome) => {
          if (outcome.status === 'rejected') reject(outcome.reason);
          else resolve(outcome.value as Result); // what this very effect returned
        };
        open.set(call.order, { call, answer });
      });
    },
    waiting: (): readonly Call[] => [...open.values()].map(({ call }) => call),
    answer: ({ order }: Call, outcome: PromiseSettledResult<unknown>): void => {
      const waiting = open.get(order);
      open.delete(order);
      waiting?.answer(outcome);
    },
    clear: (): readonly Call[] => {
      const left = [...open.values()].map(({ call }) => call);
      open.clear();
      return left;
    },
  };
};

type Answering = (outcome: PromiseSettledResult<unknown>) => void;

// Put together only when somebody asks: most of a run is a replay, of which nobody wants to know.
const createMemory = (name: string) => {
  let text = name;
  let later: unknown[] = [];
  return {
    note: (what: readonly unknown[]): void => void later.push(what),
    text: (): string => {
      for (const what of later) text = hash('sha1', JSON.stringify([text, what]), 'base64');
      later = [];
      return text;
    },
  };
};
