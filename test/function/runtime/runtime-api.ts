import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../../infra/sandbox/aws/listen-on-loopback.ts';
import type { InvocationError } from '../../../infra/sandbox/lambda/invoke-result.ts';
import { readLimited } from './read-limited.ts';

/** One event on its way to the runtime, and what the headers say of it. */
export type Invocation = {
  readonly requestId: string;
  readonly traceId: string;
  readonly functionArn: string;
  /** Epoch milliseconds. */
  readonly deadlineMs: number;
  /** JSON. */
  readonly event: string;
};

/** What a runtime tells: that it waits for an event, that it could not start, or what became of an event. */
export type RuntimeReport =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'init-failed'; readonly error: InvocationError }
  | { readonly kind: 'response'; readonly body: string }
  | { readonly kind: 'failed'; readonly error: InvocationError };

/** The Runtime API of one execution environment. */
export type RuntimeApi = {
  /** Value of `AWS_LAMBDA_RUNTIME_API`. */
  readonly address: string;
  /** Hands an event to the runtime, which must be waiting for one. */
  readonly offer: (invocation: Invocation) => void;
  readonly close: () => Promise<void>;
};

/** Names as the service's own emulator tells them (aws-lambda-runtime-interface-emulator, core/runtime_state_names.go). */
type State = 'Started' | 'InitError' | 'Ready' | 'Running' | 'RuntimeResponseSentState';

type Phase = {
  state: State;
  current: Invocation | undefined;
  waiting: ServerResponse | undefined;
};

/** Longest body of a response: 6 MB and room for its frame. */
const bodyLimitBytes = 6_291_556;

/**
 * Serves the Lambda Runtime API (Lambda Developer Guide, "Using the Lambda runtime API") on loopback to one runtime. Calls out of turn
 * get the refusals of the service's own emulator: 403 `InvalidStateTransition`, 400 `InvalidRequestID`, 413 `RequestEntityTooLarge`.
 */
export const startRuntimeApi = async (
  tell: (report: RuntimeReport) => void,
): Promise<RuntimeApi> => {
  const phase: Phase = { state: 'Started', current: undefined, waiting: undefined };
  const server = createServer((request, response) => {
    answer({ request, response }, phase, tell).catch(() => response.destroy());
  });
  // A frozen runtime keeps its connection for as long as it is frozen.
  server.keepAliveTimeout = 0;
  const port = await listenOnLoopback(server, 0, 'the Lambda Runtime API');
  return {
    address: `127.0.0.1:${port}`,
    offer: (invocation) => deliver(invocation, phase),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
};

const deliver = (invocation: Invocation, phase: Phase): void => {
  const { waiting } = phase;
  if (waiting === undefined) throw new Error('Cannot offer an event: the runtime asked for none');
  Object.assign(phase, { state: 'Running', current: invocation, waiting: undefined });
  waiting.writeHead(200, {
    'content-type': 'application/json',
    'lambda-runtime-aws-request-id': invocation.requestId,
    'lambda-runtime-deadline-ms': String(invocation.deadlineMs),
    'lambda-runtime-invoked-function-arn': invocation.functionArn,
    'lambda-runtime-trace-id': invocation.traceId,
  });
  waiting.end(invocation.event);
};

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };
type Tell = (report: RuntimeReport) => void;

const root = '/2018-06-01/runtime';
const invocationPath = /^\/2018-06-01\/runtime\/invocation\/([^/]+)\/(response|error)$/;

const answer = async (exchange: Exchange, phase: Phase, tell: Tell): Promise<void> => {
  const { request, response } = exchange;
  const [path = ''] = (request.url ?? '').split('?');
  const [, id, end] = invocationPath.exec(path) ?? [];
  if (request.method === 'GET' && path === `${root}/invocation/next`) {
    return next(response, phase, tell);
  }
  if (request.method === 'POST' && path === `${root}/init/error`) {
    return await initError(exchange, phase, tell);
  }
  if (request.method === 'POST' && id !== undefined) {
    return await finish(exchange, phase, { id: decodeURIComponent(id), end, tell });
  }
  response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found\n');
};

const next = (response: ServerResponse, phase: Phase, tell: Tell): void => {
  if (phase.state === 'InitError') {
    refuseTransition(response, phase, 'Ready');
  } else if (phase.state === 'Running' && phase.current !== undefined) {
    // Whoever asks again while it runs gets the same event again.
    phase.waiting = response;
    deliver(phase.current, phase);
  } else {
    Object.assign(phase, { state: 'Ready', waiting: response });
    tell({ kind: 'waiting' });
  }
};

const initError = async (exchange: Exchange, phase: Phase, tell: Tell): Promise<void> => {
  const { request, response } = exchange;
  const body = await readLimited(request, bodyLimitBytes);
  if (phase.state !== 'Started') return refuseTransition(response, phase, 'InitError');
  phase.state = 'InitError';
  accept(response);
  tell({ kind: 'init-failed', error: errorOf(body) });
};

type Finish = { readonly id: string; readonly end: string | undefined; readonly tell: Tell };

const finish = async (
  { request, response }: Exchange,
  phase: Phase,
  { id, end, tell }: Finish,
): Promise<void> => {
  const body = await readLimited(request, bodyLimitBytes);
  if (phase.current === undefined || id !== phase.current.requestId) {
    return json(response, 400, 'InvalidRequestID', 'Invalid request ID');
  }
  if (phase.state !== 'Running') {
    const wanted = end === 'response' ? 'InvocationResponse' : 'InvocationErrorResponse';
    return refuseTransition(response, phase, wanted);
  }
  phase.state = 'RuntimeResponseSentState';
  if (body === undefined) {
    const reason = `Exceeded maximum allowed payload size (${bodyLimitBytes} bytes).`;
    json(response, 413, 'RequestEntityTooLarge', reason);
    const errorMessage = `Response payload size exceeded maximum allowed payload size (${bodyLimitBytes} bytes).`;
    return tell({
      kind: 'failed',
      error: { errorType: 'Function.ResponseSizeTooLarge', errorMessage },
    });
  }
  accept(response);
  tell(end === 'response' ? { kind: 'response', body } : { kind: 'failed', error: errorOf(body) });
};

// The service hands on whatever the runtime calls an error, and is no stricter.
const errorOf = (body: string | undefined): InvocationError => {
  try {
    const { errorType, errorMessage, ...rest } = Object(JSON.parse(body ?? ''));
    return { ...rest, errorType: String(errorType), errorMessage: String(errorMessage) };
  } catch {
    return { errorType: 'Function.Unknown', errorMessage: String(body) };
  }
};

const refuseTransition = (response: ServerResponse, { state }: Phase, wanted: string): void => {
  const reason = 'State transition is not allowed';
  const message = `State transition from ${state} to ${wanted} failed for runtime. Error: ${reason}`;
  json(response, 403, 'InvalidStateTransition', message);
};

const accept = (response: ServerResponse): void => {
  response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"OK"}\n');
};

const json = (
  response: ServerResponse,
  status: number,
  errorType: string,
  errorMessage: string,
): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ errorMessage, errorType }));
};
