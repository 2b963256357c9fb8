import { once } from 'node:events';
import { ControllerError } from '../../core/model/failure.ts';
import type { EpochMs, Ms } from '../../core/model/time.ts';
import type { CurrentAccess } from './access.ts';
import type { ApiAnswer } from './api-answer.ts';
import {
  type ApiCall,
  type ApiClient,
  type ClientLimits,
  createApiClient,
  type OpenClient,
} from './api-client.ts';
import { classify, NoAnswer } from './failures.ts';

/** A client whose access is read when it is first used, and again in time. */
export type RenewingClient = ApiClient & {
  /** Closes the connections once the running calls have ended. */
  readonly close: () => void;
};

/** Where an access comes from. */
export type RenewingSettings = {
  /** Ends every `what` of a message, such as `in cluster tokyo`. */
  readonly place: string;
  readonly read: () => Promise<CurrentAccess>;
  readonly now: () => EpochMs;
  readonly limits?: ClientLimits | undefined;
};

const minuteMs: Ms = 60_000;

type Open = {
  readonly client: OpenClient;
  readonly current: CurrentAccess;
  readonly until: EpochMs;
};

/**
 * A client of one API server that keeps its access for a while. It is read anew then, and at once after a refusal (401, 403) or a failed
 * connection; a call that was refused as 401 is sent once more if the access or the token has changed. Where the access can't be read,
 * calls throw `ControllerError` with the field `asked: false`: nobody was asked, so nobody was silent either.
 */
export const createRenewingClient = (settings: RenewingSettings): RenewingClient => {
  const source = createSource(settings);
  const prepared = (call: ApiCall): Promise<Prepared> =>
    unlessAborted(prepare(source), call, settings.place).catch(rethrowUnasked);
  const attempt = async (call: ApiCall): Promise<Attempt> => {
    const { open, token } = await prepared(call);
    return { open, token, answer: await sendAndWatch(source, { open, token, call }) };
  };
  return {
    place: settings.place,
    close: source.close,
    send: async (call) => {
      const first = await attempt(call);
      if (first.answer.status !== 401) return first.answer;
      const next = await prepared(call);
      const same = next.open.current.version === first.open.current.version;
      if (same && next.token === first.token) return first.answer;
      return await sendAndWatch(source, { ...next, call });
    },
  };
};

type Prepared = { readonly open: Open; readonly token: string | undefined };
type Attempt = Prepared & { readonly answer: ApiAnswer };

const prepare = async (source: Source): Promise<Prepared> => {
  const open = await source.take();
  return { open, token: await open.client.token() };
};

// Services of AWS may be asked first, which know nothing of the call's signal.
const unlessAborted = async (
  work: Promise<Prepared>,
  { what, signal }: ApiCall,
  place: string,
): Promise<Prepared> => {
  if (!signal || signal.aborted) return await work;
  const done = new AbortController();
  try {
    return await Promise.race([work, abortOf(signal, done.signal, `${what} ${place}`)]);
  } finally {
    done.abort();
  }
};

const abortOf = async (signal: AbortSignal, done: AbortSignal, what: string): Promise<never> => {
  await once(signal, 'abort', { signal: done });
  throw classify(what, new NoAnswer('aborted', 'the call was aborted'));
};

const rethrowUnasked = (error: unknown): never => {
  if (!(error instanceof ControllerError)) throw error;
  const { kind, message, fields, retryAfterMs, cause } = error;
  const told = retryAfterMs === undefined ? {} : { retryAfterMs };
  throw new ControllerError(kind, message, { cause, fields: { ...fields, asked: false }, ...told });
};

const sendAndWatch = async (
  source: Source,
  { open, token, call }: Prepared & { readonly call: ApiCall },
): Promise<ApiAnswer> => {
  try {
    const answer = await open.client.sendAs(token, call);
    if (answer.status === 401) open.current.doubt?.(token);
    if (answer.status === 401 || answer.status === 403) source.drop(open);
    return answer;
  } catch (error) {
    const aborted = error instanceof ControllerError && error.fields['aborted'] === true;
    if (!aborted) {
      open.current.doubt?.();
      source.drop(open);
    }
    throw error;
  }
};

type Source = {
  readonly take: () => Promise<Open>;
  /** Forgets a client, unless another has taken its place. */
  readonly drop: (open: Open) => void;
  readonly close: () => void;
};

const createSource = ({ read, now, limits }: RenewingSettings): Source => {
  let opened: Open | undefined;
  let opening: Promise<Open> | undefined;
  let closed = false;
  const renew = async (): Promise<Open> => {
    const current = await read();
    const same = opened !== undefined && opened.current.version === current.version;
    if (opened && !same) opened.client.close();
    const client = same && opened ? opened.client : createApiClient(current.access, limits);
    const open = { client, current, until: now() + (current.keepMs ?? minuteMs) };
    if (closed) client.close();
    else opened = open;
    return open;
  };
  return {
    take: async () => {
      if (opened !== undefined && now() < opened.until) return opened;
      opening ??= renew().finally(() => {
        opening = undefined;
      });
      return await opening;
    },
    drop: (open) => {
      if (opened?.client !== open.client) return;
      opened = undefined;
      open.client.close();
    },
    close: () => {
      closed = true;
      opened?.client.close();
      opened = undefined;
    },
  };
};
