/** A runtime of its own process for ESM functions, as the Lambda Developer Guide, "Building a custom runtime", asks for. */
import { existsSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { RuntimeError, toInvocationError } from '../../../infra/sandbox/lambda/runtime-errors.ts';
import { patchJsonConsole } from './json-console.ts';

type Handler = (event: unknown, context: object) => unknown;
type Headers = IncomingMessage['headers'];

const needed = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new RuntimeError('Runtime.PlatformError', `${name} environment variable is not set`);
  }
  return value;
};

const [hostname = '', port] = needed('AWS_LAMBDA_RUNTIME_API').split(':');
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let requestId: string | undefined;
const logError = patchJsonConsole(() => requestId);

const call = (method: string, path: string, body?: string, headers: object = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { hostname, port, agent, method, path: `/2018-06-01/runtime/${path}` };
    const json = { 'content-type': 'application/json', ...length, ...headers };
    const outgoing = request({ ...options, headers: json }, resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });

const post = async (path: string, body: string, headers: object = {}): Promise<void> => {
  const response = await call('POST', path, body, headers);
  const said = await text(response);
  if (response.statusCode === 202 || response.statusCode === 413) return;
  throw new Error(`Cannot post ${path}: HTTP ${response.statusCode} ${said}`);
};

const postError = async (path: string, thrown: unknown): Promise<void> => {
  const error = toInvocationError(thrown);
  await post(path, JSON.stringify(error), {
    'lambda-runtime-function-error-type': error.errorType,
  });
};

/** The order in which the Node runtime looks for `<module>` of the handler `<module>.<export>`. */
const extensions = ['', '.js', '.mjs', '.cjs'];

const loadHandler = async (): Promise<Handler> => {
  const [module = '', name = ''] = needed('_HANDLER').split('.');
  const base = join(needed('LAMBDA_TASK_ROOT'), module);
  const file = extensions.map((extension) => base + extension).find(existsSync);
  if (file === undefined) {
    throw new RuntimeError('Runtime.ImportModuleError', `Error: Cannot find module '${module}'`);
  }
  const loaded: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href).catch(
    (error: unknown) => {
      if (!(error instanceof SyntaxError)) throw error;
      throw new RuntimeError('Runtime.UserCodeSyntaxError', String(error), error);
    },
  );
  const handler = loaded[name];
  if (typeof handler !== 'function') {
    const what = handler === undefined ? 'undefined or not exported' : 'not a function';
    throw new RuntimeError('Runtime.HandlerNotFound', `${module}.${name} is ${what}`);
  }
  if (handler.length >= 3) {
    throw new RuntimeError('Runtime.CallbackHandlerDeprecated', 'ERROR: callback-based handler');
  }
  // Checked above to be a function; its parameters are whatever the bundle's author gave it, as on Lambda.
  return handler as Handler;
};

const header = (headers: Headers, name: string): string => {
  const value = headers[`lambda-runtime-${name}`];
  if (typeof value === 'string' && value !== '') return value;
  throw new RuntimeError('Runtime.PlatformError', `Missing required headers: ${name}`);
};

const contextOf = (headers: Headers): object => {
  const deadlineMs = Number(header(headers, 'deadline-ms'));
  return {
    clientContext: undefined,
    identity: undefined,
    invokedFunctionArn: header(headers, 'invoked-function-arn'),
    awsRequestId: header(headers, 'aws-request-id'),
    tenantId: undefined,
    xRayTraceId: header(headers, 'trace-id'),
    getRemainingTimeInMillis: () => deadlineMs - Date.now(),
    functionName: needed('AWS_LAMBDA_FUNCTION_NAME'),
    functionVersion: needed('AWS_LAMBDA_FUNCTION_VERSION'),
    memoryLimitInMB: needed('AWS_LAMBDA_FUNCTION_MEMORY_SIZE'),
    logGroupName: needed('AWS_LAMBDA_LOG_GROUP_NAME'),
    logStreamName: needed('AWS_LAMBDA_LOG_STREAM_NAME'),
  };
};

const toJson = (result: unknown): string => {
  try {
    return JSON.stringify(result ?? null);
  } catch (error) {
    const reason = 'Unable to stringify response body';
    throw new RuntimeError('Runtime.JSONStringifyError', reason, error);
  }
};

const answerNext = async (handler: Handler): Promise<void> => {
  const response = await call('GET', 'invocation/next');
  const event: unknown = JSON.parse(await text(response));
  const { headers } = response;
  requestId = header(headers, 'aws-request-id');
  process.env['_X_AMZN_TRACE_ID'] = header(headers, 'trace-id');
  const path = `invocation/${encodeURIComponent(requestId)}`;
  let result: string;
  try {
    result = toJson(await handler(event, contextOf(headers)));
  } catch (error) {
    logError('Invoke Error', error);
    return await postError(`${path}/error`, error);
  }
  await post(`${path}/response`, result);
};

const start = async (): Promise<Handler> => {
  try {
    return await loadHandler();
  } catch (error) {
    logError('Init Error', error);
    await postError('init/error', error);
    throw error;
  }
};

const handler = await start();
for (;;) await answerNext(handler);
