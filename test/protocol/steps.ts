import { formatServiceKey } from '../../lib/core/model/service-key.ts';
import type { Actor, Call } from './actor.ts';
import type { Cast } from './cast.ts';
import type { Budget, Configuration, Edit } from './configuration.ts';
import type { Step } from './explorer.ts';
import type { Ground } from './ground.ts';
import { nameOf } from './mailbox.ts';

/** When every run starts. */
export const start = Date.UTC(2026, 0, 5, 10);
const settleMs = 3_000;
/** How many messages of the zones' queue are at work at once: two of one zone are enough to meet. */
const publishers = 2;

/** One run of a configuration. */
export type Stage = {
  readonly configuration: Configuration;
  readonly ground: Ground;
  readonly cast: Cast;
  /** What may still be injected. */
  readonly left: { -readonly [Fault in keyof Budget]-?: number };
  /** Edits that are still to come. */
  edits: readonly Edit[];
  /** Invocations that know that their time is nearly up. */
  readonly warned: Set<Actor>;
};

/** All that may happen now, faults last. */
export const stepsOf = (stage: Stage): readonly Step[] => {
  const { cast, left } = stage;
  const actors = cast.actors();
  const calls = actors.flatMap((actor) => actor.waiting().map((call) => ({ actor, call })));
  const plain = calls.find(({ call }) => isPlain(stage, call));
  if (plain !== undefined) {
    return [answer(plain)];
  }
  const deliveries = deliveriesOf(stage);
  const isBusy = calls.length + deliveries.length > 0;
  return [
    ...calls.map(answer),
    ...deliveries,
    ...editsOf(stage),
    ...resyncsOf(stage),
    ...(isBusy && left.delays === 0 ? [] : timeOf(stage, isBusy)),
    ...calls.flatMap(({ actor, call }) => faultsOf(stage, actor, call)),
    ...(left.deaths === 0 ? [] : actors.filter(isWriting).map((actor) => death(stage, actor))),
    ...cast.ghosts().map((ghost) => ({
      ...step(`${ghost.name} arrives late`, () => cast.arrive(ghost)),
      optional: true,
    })),
  ];
};

const answer = ({ actor, call }: { readonly actor: Actor; readonly call: Call }): Step =>
  step(told(actor, call), () => actor.take(call));

// Nothing that anybody else does changes its answer, and it changes nothing for anybody: no need to try it at other moments.
const isPlain = ({ edits, left }: Stage, { name }: Call): boolean =>
  name === 'declarations.observe' && edits.length === 0 && left.failures === 0;

// To die before a read is to die before the next write, which never arrives.
const isWriting = (actor: Actor): boolean => actor.waiting().some(({ isWrite }) => isWrite);

const step = (name: string, take: () => void | Promise<void>): Step => ({
  name,
  take: async () => await take(),
});

const told = ({ invocation }: Actor, { order, name }: Call): string =>
  `${invocation.name} ${order} ${name}`;

const deliveriesOf = ({ ground, cast, left }: Stage): readonly Step[] => {
  const due = ground.mailbox
    .waiting()
    .filter(({ dueAt }) => dueAt <= ground.now())
    .filter(({ key }) => key.kind !== 'zone' || cast.runsOf('zone') < publishers);
  return due.flatMap((message) => {
    const once = step(`deliver ${nameOf(message)}`, async () => {
      ground.mailbox.take(message);
      await cast.deliver(message);
    });
    const twice = step(`deliver ${nameOf(message)}, and once more later`, async () => {
      left.duplicates -= 1;
      await cast.deliver(message);
    });
    return left.duplicates > 0 ? [once, twice] : [once];
  });
};

const editsOf = (stage: Stage): readonly Step[] =>
  stage.edits.slice(0, 1).map((edit) =>
    step(`edit ${formatServiceKey(edit.key)}`, async () => {
      stage.edits = stage.edits.slice(1);
      await stage.cast.edit(edit);
    }),
  );

// At the end, too: a resync that finds nothing to do must change nothing.
const resyncsOf = ({ cast, left, configuration }: Stage): readonly Step[] =>
  configuration.edits.slice(0, left.resyncs > 0 ? 1 : 0).map(({ key }) => ({
    ...step(`the resync looks at ${formatServiceKey(key)}`, async () => {
      left.resyncs -= 1;
      await cast.resync(key);
    }),
    optional: true,
  }));

const faultsOf = ({ left }: Stage, actor: Actor, call: Call): readonly Step[] => {
  const lose = step(`${told(actor, call)}: the answer is lost`, async () => {
    left.lostAnswers -= 1;
    await actor.lose(call);
  });
  const fail = step(`${told(actor, call)}: fails`, async () => {
    left.failures -= 1;
    await actor.fail(call);
  });
  return [
    ...(call.isWrite && left.lostAnswers > 0 ? [lose] : []),
    ...(left.failures > 0 ? [fail] : []),
  ];
};

const death = ({ cast, left }: Stage, actor: Actor): Step =>
  step(`${actor.invocation.name} dies`, () => {
    left.deaths -= 1;
    cast.die(actor);
  });

// To the next moment at which something can happen that could not before.
const timeOf = (stage: Stage, isDelay: boolean): readonly Step[] => {
  const { ground, cast, left, warned } = stage;
  const actors = cast.actors();
  const moments = [
    ...ground.mailbox.waiting().map(({ dueAt }) => dueAt),
    ...actors.map((actor) => endOf(actor) - (warned.has(actor) ? 0 : settleMs)),
    ...(stage.edits.length > 0 ? ground.rows.all().map((row) => (row.leaseUntil ?? 0) + 1) : []),
  ].filter((time) => time > ground.now());
  if (moments.length === 0) return [];
  const next = Math.min(...moments);
  const move = async (): Promise<void> => {
    if (isDelay) left.delays -= 1;
    ground.moveTo(next);
    cast.forgetLate();
    for (const actor of actors) {
      if (endOf(actor) <= next) cast.die(actor);
      else if (endOf(actor) - settleMs <= next && !warned.has(actor)) {
        warned.add(actor);
        actor.warn();
      }
    }
  };
  return [step(`time moves on to ${next - start} ms`, move)];
};

const endOf = ({ startedAt, timeoutMs }: Actor): number => startedAt + timeoutMs;
