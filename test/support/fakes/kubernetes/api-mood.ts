import type { ClusterName } from '../../../../lib/core/model/cluster.ts';
import type { ServiceKey } from '../../../../lib/core/model/service-key.ts';
import { aborted, refusedWrite, throttled, unauthorized, unreachable } from './refusals.ts';

/** The status and the words of an API server that refuses a write. */
export type WriteRefusal = { readonly status: number; readonly message: string };

/** How an API server takes calls, as tests set it. */
export type ApiMoodHandle = {
  /** While false, every call fails as `transient`. */
  readonly setReachable: (reachable: boolean) => void;
  /** While true, calls of a member's Services get no answer at all: they end when their signal does. */
  readonly setHanging: (hanging: boolean) => void;
  /** While false, every call is refused as `terminal`. */
  readonly setAuthorized: (authorized: boolean) => void;
  /** Refuses every apply and delete of Seamark in these words, as admission, quota or role do; `undefined` lets them pass. */
  readonly refuseWrites: (refusal: WriteRefusal | undefined) => void;
  /** Answers every call with 429 from now on; `undefined` ends that. */
  readonly throttle: (limit: { readonly retryAfterMs?: number } | undefined) => void;
};

/** What a call meets before the API looks at the object. */
export type ApiMood = {
  readonly handle: ApiMoodHandle;
  readonly reachable: () => boolean;
  /** Resolves unless the API hangs; then it rejects once the signal fires. */
  readonly answers: (signal: AbortSignal | undefined) => Promise<void>;
  /** Throws what any call meets. */
  readonly admit: (signal: AbortSignal | undefined) => void;
  /** Throws what admission says to a write. */
  readonly admitWrite: (verb: string, key: ServiceKey) => void;
};

/** An API server that takes everything. */
export const createApiMood = (name: ClusterName): ApiMood => {
  let reachable = true;
  let hanging = false;
  let authorized = true;
  let refusal: WriteRefusal | undefined;
  let limit: { readonly retryAfterMs?: number } | undefined;
  return {
    handle: {
      setReachable: (value) => {
        reachable = value;
      },
      setHanging: (value) => {
        hanging = value;
      },
      setAuthorized: (value) => {
        authorized = value;
      },
      refuseWrites: (value) => {
        refusal = value;
      },
      throttle: (value) => {
        limit = value;
      },
    },
    reachable: () => reachable,
    answers: (signal) =>
      hanging
        ? new Promise((_, reject) => {
            signal?.addEventListener('abort', () => reject(aborted()), { once: true });
          })
        : Promise.resolve(),
    admit: (signal) => {
      if (signal?.aborted) throw aborted();
      if (!reachable) throw unreachable(name);
      if (limit) throw throttled(name, limit.retryAfterMs);
      if (!authorized) throw unauthorized(name);
    },
    admitWrite: (verb, key) => {
      if (refusal) throw refusedWrite(`${verb} Service`, { cluster: name, key, ...refusal });
    },
  };
};
