import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '../resource.ts';
import { createPost } from './post.ts';

/** Where audit events go, and how they are batched. Defaults are those of kube-apiserver's flags (spec 5.1). */
export type AuditOptions = {
  readonly url: string;
  readonly token: string;
  /** Text of a policy file; that of a host (infra/manifests/audit-policy.yaml). */
  readonly policy?: string;
  /** Most events a batch; 400. */
  readonly maxBatchSize?: number;
  /** Longest time that an event waits for its batch to fill; 30 s. */
  readonly maxBatchWaitMs?: number;
  /** First wait between attempts, growing by half each time, with 20 % jitter; 10 s. */
  readonly initialBackoffMs?: number;
  /** Hears why events were lost. */
  readonly onDrop?: (reason: string) => void;
};

/** A sink of audit events that batches and retries. `close` sends what is left once, and waits for nothing else. */
export type AuditWebhook = {
  readonly push: (event: JsonObject) => void;
  readonly close: () => Promise<void>;
};

const BUFFER_SIZE = 10_000;
const ATTEMPTS = 5;
const BACKOFF_FACTOR = 1.5;
const JITTER = 0.2;
const BATCHES_PER_SECOND = 10;
const BURST = 15;
const LAST_FLUSH_MS = 2_000;

/** Opens the sink. Batches go out in parallel and unordered, at most 10 a second after a burst of 15. */
export function createAuditWebhook(options: AuditOptions, random: () => number): AuditWebhook {
  const { maxBatchSize = 400, maxBatchWaitMs = 30_000, onDrop = () => undefined } = options;
  const { post, close } = createPost(options.url, options.token);
  const closing = new AbortController();
  const takeToken = createBucket();
  const inFlight = new Set<Promise<void>>();
  let buffer: JsonObject[] = [];
  let timer: NodeJS.Timeout | undefined;

  const schedule = (waitMs: number): void => {
    timer ??= setTimeout(flush, waitMs);
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (buffer.length === 0) return;
    const waitMs = takeToken();
    if (waitMs > 0) {
      schedule(waitMs);
      return;
    }
    const batch = buffer.slice(0, maxBatchSize);
    buffer = buffer.slice(maxBatchSize);
    track(deliver(batch));
    if (buffer.length > 0) schedule(buffer.length >= maxBatchSize ? 0 : maxBatchWaitMs);
  };
  const track = (delivery: Promise<void>): void => {
    inFlight.add(delivery);
    void delivery.finally(() => inFlight.delete(delivery));
  };
  const attempt = async (body: string, signal: AbortSignal): Promise<string | undefined> => {
    try {
      const status = await post(body, signal);
      return status >= 200 && status <= 206 ? undefined : `the webhook answered ${status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const deliver = async (batch: readonly JsonObject[]): Promise<void> => {
    const body = eventList(batch);
    let backoffMs = options.initialBackoffMs ?? 10_000;
    let problem: string | undefined;
    for (let tried = 0; tried < ATTEMPTS && !closing.signal.aborted; tried += 1) {
      if (tried > 0) {
        await pause(backoffMs * (1 + JITTER * random()), closing.signal);
        backoffMs *= BACKOFF_FACTOR;
        if (closing.signal.aborted) break;
      }
      problem = await attempt(body, closing.signal);
      if (problem === undefined) return;
    }
    onDrop(`Cannot deliver ${batch.length} audit events: ${problem ?? 'the server is closing'}`);
  };

  return {
    push: (event) => {
      if (closing.signal.aborted) return;
      if (buffer.length >= BUFFER_SIZE) {
        onDrop('audit buffer queue blocked');
        return;
      }
      buffer.push(event);
      // A batch that is full goes out in the same turn unless the throttle holds it back.
      if (buffer.length === maxBatchSize) flush();
      else schedule(maxBatchWaitMs);
    },
    close: async () => {
      if (closing.signal.aborted) return;
      clearTimeout(timer);
      const rest = buffer;
      buffer = [];
      closing.abort();
      await Promise.allSettled(inFlight);
      if (rest.length > 0) {
        const problem = await attempt(eventList(rest), AbortSignal.timeout(LAST_FLUSH_MS));
        if (problem !== undefined) onDrop(`Cannot deliver ${rest.length} audit events: ${problem}`);
      }
      close();
    },
  };
}

function eventList(items: readonly JsonObject[]): string {
  return JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', metadata: {}, items });
}

async function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(waitMs, undefined, { signal });
  } catch {
    // Closing ends the wait; the caller looks at the signal.
  }
}

/** A token bucket on the monotonic clock; answers 0 if a token was taken, else the milliseconds until one is there. */
function createBucket(): () => number {
  let tokens = BURST;
  let filledAtMs = performance.now();
  return () => {
    const nowMs = performance.now();
    tokens = Math.min(BURST, tokens + ((nowMs - filledAtMs) / 1000) * BATCHES_PER_SECOND);
    filledAtMs = nowMs;
    if (tokens < 1) return Math.ceil(((1 - tokens) / BATCHES_PER_SECOND) * 1000);
    tokens -= 1;
    return 0;
  };
}
