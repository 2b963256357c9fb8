import { failureKind } from '../../core/model/failure.ts';
import type { EpochMs, Ms } from '../../core/model/time.ts';

/** A value that goes stale, and that may be used a little longer where nobody can say a newer one. */
export type Learned<Value> = {
  readonly value: Value;
  readonly freshUntil: EpochMs;
  readonly usableUntil: EpochMs;
};

/** Values by key, each learned once for all who ask at the same time. */
export type Keeper<Value> = {
  /** The value, learned if it is not fresh. Throws what `learn` throws, unless there is a value that is still usable. */
  readonly get: (key: string, learn: () => Promise<Learned<Value>>) => Promise<Value>;
  /** Takes the value for stale if it is the one that `isIt` tells, unless it was learned within the last `pauseMs`. */
  readonly doubt: (key: string, isIt: (value: Value) => boolean) => void;
};

/** After a failure, and before a new value is doubted: a cluster that refuses everybody must not cost two calls each time. */
const pauseMs: Ms = 30_000;

type Kept<Value> = Learned<Value> & { readonly learnedAt: EpochMs };

type Failed = { readonly error: unknown; readonly until: EpochMs };

/** Keeps nothing yet. */
export const createKeeper = <Value>(now: () => EpochMs): Keeper<Value> => {
  const kept = new Map<string, Kept<Value>>();
  const failed = new Map<string, Failed>();
  const learning = new Map<string, Promise<Value>>();

  const store = (key: string, learned: Learned<Value>): Value => {
    for (const [other, { usableUntil }] of kept) if (usableUntil <= now()) kept.delete(other);
    kept.set(key, { ...learned, learnedAt: now() });
    failed.delete(key);
    return learned.value;
  };
  const fallBack = (key: string, error: unknown): Value => {
    const old = kept.get(key);
    const until = now() + pauseMs;
    if (failureKind(error) === 'terminal') {
      kept.delete(key);
      failed.set(key, { error, until });
      throw error;
    }
    if (old === undefined || old.usableUntil <= now()) throw error;
    kept.set(key, { ...old, freshUntil: Math.min(until, old.usableUntil) });
    return old.value;
  };

  return {
    get: async (key, learn) => {
      const value = kept.get(key);
      if (value !== undefined && now() < value.freshUntil) return value.value;
      const failure = failed.get(key);
      if (failure !== undefined && now() < failure.until) throw failure.error;
      failed.delete(key);
      const running = learning.get(key);
      if (running !== undefined) return running;
      const next = learn()
        .then((learned) => store(key, learned))
        .catch((error: unknown) => fallBack(key, error))
        .finally(() => learning.delete(key));
      learning.set(key, next);
      return next;
    },
    doubt: (key, isIt) => {
      const value = kept.get(key);
      if (value === undefined || !isIt(value.value) || now() < value.learnedAt + pauseMs) return;
      kept.set(key, { ...value, freshUntil: now() });
    },
  };
};
