/** The inside of one execution environment: loads the bundle once, then answers one invocation at a time. */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { patchConsole } from './runtime-console.ts';
import { RuntimeError, toInvocationError } from './runtime-errors.ts';
import type { InvokeMessage, WorkerMessage, WorkerSettings } from './worker-protocol.ts';

type Handler = (event: unknown, context: Readonly<Record<string, unknown>>) => unknown;

if (parentPort === null) throw new Error('Cannot start the Lambda runtime: it runs in a worker.');
const port = parentPort;
// The owner of the worker wrote this value: environment.ts passes exactly a WorkerSettings.
const { handlerFile } = workerData as WorkerSettings;
let currentRequestId: string | undefined;
const logError = patchConsole(() => currentRequestId);

function tell(message: WorkerMessage): void {
  port.postMessage(message);
}

function crash(label: string, error: unknown, exitCode: number): void {
  const failure = toInvocationError(error);
  logError(label, failure);
  tell({ kind: 'crashed', error: failure });
  process.exit(exitCode);
}

async function loadHandler(): Promise<Handler> {
  if (!existsSync(handlerFile)) {
    throw new RuntimeError('Runtime.ImportModuleError', "Error: Cannot find module 'index'");
  }
  const loaded: Readonly<Record<string, unknown>> = await importBundle();
  const handler = loaded['handler'];
  if (handler === undefined || handler === null) {
    throw new RuntimeError('Runtime.HandlerNotFound', 'index.handler is undefined or not exported');
  }
  if (typeof handler !== 'function') {
    throw new RuntimeError('Runtime.HandlerNotFound', 'index.handler is not a function');
  }
  if (handler.length >= 3) {
    throw new RuntimeError(
      'Runtime.CallbackHandlerDeprecated',
      'ERROR: AWS Lambda has removed support for callback-based function handlers starting with Node.js 24. You need to modify this function to use a supported handler signature to use Node.js 24 or later. For more information see https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html.',
    );
  }
  // Checked above to be a function; its parameters are whatever the bundle's author gave it, as on Lambda.
  return handler as Handler;
}

async function importBundle(): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(handlerFile).href);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new RuntimeError('Runtime.UserCodeSyntaxError', String(error), error);
    }
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') {
      throw new RuntimeError('Runtime.ImportModuleError', String(error), error);
    }
    throw error;
  }
}

function contextOf(message: InvokeMessage): Readonly<Record<string, unknown>> {
  const deadlineMs = Date.now() + message.remainingMs;
  const { env } = process;
  return {
    clientContext: undefined,
    identity: undefined,
    invokedFunctionArn: message.functionArn,
    awsRequestId: message.requestId,
    tenantId: undefined,
    xRayTraceId: message.traceId,
    getRemainingTimeInMillis: () => deadlineMs - Date.now(),
    functionName: env['AWS_LAMBDA_FUNCTION_NAME'],
    functionVersion: env['AWS_LAMBDA_FUNCTION_VERSION'],
    memoryLimitInMB: env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
    logGroupName: env['AWS_LAMBDA_LOG_GROUP_NAME'],
    logStreamName: env['AWS_LAMBDA_LOG_STREAM_NAME'],
  };
}

function toJson(result: unknown): string {
  try {
    return JSON.stringify(result) ?? 'null';
  } catch (error) {
    throw new RuntimeError(
      'Runtime.JSONStringifyError',
      'Unable to stringify response body',
      error,
    );
  }
}

async function answer(handler: Handler, message: InvokeMessage): Promise<void> {
  currentRequestId = message.requestId;
  process.env['_X_AMZN_TRACE_ID'] = message.traceId;
  // A handler that waits for nothing must end the environment, as it ends the process on Lambda.
  port.unref();
  try {
    const result = await handler(JSON.parse(message.event), contextOf(message));
    tell({ kind: 'response', body: toJson(result) });
  } catch (thrown) {
    const error = toInvocationError(thrown);
    logError('Invoke Error', error);
    tell({ kind: 'failed', error });
  } finally {
    port.ref();
  }
}

process.on('uncaughtException', (error) => crash('Uncaught Exception', error, 129));
process.on('unhandledRejection', (reason) => {
  const error = new RuntimeError('Runtime.UnhandledPromiseRejection', String(reason), reason);
  crash('Unhandled Promise Rejection', error, 128);
});
try {
  const handler = await loadHandler();
  port.on('message', (message: InvokeMessage) => void answer(handler, message));
  tell({ kind: 'ready' });
} catch (thrown) {
  const error = toInvocationError(thrown);
  logError('Init Error', error);
  tell({ kind: 'init-failed', error });
}
