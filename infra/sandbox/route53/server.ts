import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Account, type AccountLimits, createAccount } from './account.ts';
import { ApiError } from './api-error.ts';
import { type Call, createCallLog } from './call-log.ts';
import { closeServer, listenOnLoopback } from './loopback.ts';
import type { OperationAnswer } from './operations/operation.ts';
import { readBody } from './read-body.ts';
import { findRoute, type Route } from './routes.ts';
import { createThrottle } from './throttle.ts';
import { element, field, xmlDocument } from './xml/write.ts';
import type { ZoneRecordSet } from './zone/record-set.ts';
import { listRecordSets } from './zone/zone-state.ts';

/** What drives the stand-in: clock, chance and limits. */
export type Route53Options = {
  /** Default: a free port. */
  readonly port?: number;
  /** Epoch milliseconds; drives the request limits, processing and propagation. */
  readonly now: () => number;
  /** In [0, 1); makes ids. */
  readonly random: () => number;
  readonly limits?: {
    /** Default 10, as the service since 2026-07-30. */
    readonly refillPerSecond?: number;
    /** Default 50. */
    readonly burst?: number;
    /** How long a change keeps its zone busy. Default 100. */
    readonly processingMs?: number;
    /** How long a change is PENDING. Default 5,000. */
    readonly propagationMs?: number;
    /** Default 10,000, which an account may have raised. */
    readonly recordSetsPerZone?: number;
  };
};

/** A running Route 53 API on loopback with the means to look inside. */
export type Route53Server = {
  readonly url: string;
  readonly port: number;
  /** Makes a zone without a request and returns its bare id. */
  readonly createZone: (zone: {
    readonly name: string;
    readonly id?: string;
    readonly privateZone?: boolean;
  }) => string;
  /** The sets as the API lists them; the same array until the zone changes. */
  readonly recordSets: (zoneId: string) => readonly ZoneRecordSet[];
  readonly zones: () => readonly { readonly id: string; readonly name: string }[];
  /** On: every request is answered `Throttling`. */
  readonly setThrottle: (on: boolean) => void;
  /** The newest requests, oldest first; at most 20,000. */
  readonly calls: () => readonly Call[];
  readonly close: () => Promise<void>;
};

const maxLoggedCalls = 20_000;

const accountLimits = (limits: Route53Options['limits']): AccountLimits => ({
  processingMs: limits?.processingMs ?? 100,
  propagationMs: limits?.propagationMs ?? 5000,
  recordSetsPerZone: limits?.recordSetsPerZone ?? 10_000,
});

const errorBody = (error: ApiError, requestId: string): string =>
  xmlDocument(
    'ErrorResponse',
    element(
      'Error',
      field('Type', 'Sender'),
      field('Code', error.code),
      field('Message', error.message),
    ),
    field('RequestId', requestId),
  );

const requestIdFrom = (random: () => number): string => {
  const hex = (length: number): string =>
    Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  return [8, 4, 4, 4, 12].map(hex).join('-');
};

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

const send = (response: ServerResponse, requestId: string, answer: OperationAnswer): void => {
  response.writeHead(answer.status, {
    'content-type': 'text/xml',
    'content-length': Buffer.byteLength(answer.body),
    'x-amzn-requestid': requestId,
    ...(answer.location === undefined ? {} : { location: answer.location }),
  });
  response.end(answer.body);
};

const routeOf = (request: IncomingMessage, url: URL): Route => {
  const route = findRoute(request.method ?? '', url.pathname);
  if (route !== undefined) return route;
  throw new ApiError(
    'UnknownOperationException',
    `Cannot answer ${request.method} ${url.pathname}: no operation of this Route 53 stand-in`,
  );
};

const requireCredentials = (request: IncomingMessage): void => {
  if (request.headers.authorization === undefined) {
    throw new ApiError('MissingAuthenticationToken', 'Missing Authentication Token');
  }
};

type Gate = {
  readonly account: Account;
  readonly admit: (action: string) => boolean;
  readonly log: (call: Call) => void;
  readonly options: Route53Options;
};

const perform = async (gate: Gate, request: IncomingMessage): Promise<OperationAnswer> => {
  const { account, options } = gate;
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = await readBody(request);
  const route = routeOf(request, url);
  const at = options.now();
  const log = (outcome: string): void => {
    const { action, zoneId } = route;
    gate.log(zoneId === undefined ? { at, action, outcome } : { at, action, zoneId, outcome });
  };
  try {
    requireCredentials(request);
    if (!gate.admit(route.action)) throw new ApiError('Throttling', 'Rate exceeded');
    const { id, operation } = route;
    const answer = operation({ account, now: at, id, query: url.searchParams, body });
    log('ok');
    return answer;
  } catch (error) {
    log(error instanceof ApiError ? error.code : 'failed');
    throw error;
  }
};

const exchange = async (gate: Gate, { request, response }: Exchange): Promise<void> => {
  const requestId = requestIdFrom(gate.options.random);
  try {
    send(response, requestId, await perform(gate, request));
  } catch (error) {
    const refusal =
      error instanceof ApiError ? error : new ApiError('InternalFailure', String(error));
    send(response, requestId, {
      status: refusal.httpStatus,
      body: errorBody(refusal, requestId),
    });
  }
};

/**
 * Starts a Route 53 API on 127.0.0.1 that any AWS client can use with its endpoint set to `url`.
 * It takes any credentials and refuses what the service refuses, in the service's words.
 *
 * @throws Error if the port is taken
 */
export const startRoute53 = async (options: Route53Options): Promise<Route53Server> => {
  const { limits, now, random } = options;
  const account = createAccount(now, random, accountLimits(limits));
  const throttle = createThrottle(now, {
    burst: limits?.burst ?? 50,
    refillPerSecond: limits?.refillPerSecond ?? 10,
  });
  const log = createCallLog(maxLoggedCalls);
  let throttled = false;
  const gate: Gate = {
    account,
    admit: (action) => !throttled && throttle.admit(action),
    log: log.add,
    options,
  };
  const server = createServer((request, response) => void exchange(gate, { request, response }));
  const port = await listenOnLoopback(server, options.port ?? 0);
  let reference = 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    createZone: (zone) => {
      reference += 1;
      return account.createZone({ ...zone, callerReference: `sandbox-${reference}` }).zone.state.id;
    },
    recordSets: (zoneId) => listRecordSets(account.zone(zoneId).state),
    zones: () => account.zones().map(({ state: { id, name } }) => ({ id, name })),
    setThrottle: (on) => {
      throttled = on;
    },
    calls: log.calls,
    close: () => closeServer(server),
  };
};
