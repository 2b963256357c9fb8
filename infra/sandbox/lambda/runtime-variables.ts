/** What the runtime's variables are made of. */
export interface RuntimeSettings {
  readonly name: string;
  readonly region: string;
  readonly memoryMb: number;
  /** Folder of the bundle. */
  readonly taskRoot: string;
  /** The function's own configuration. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Keys that `UpdateFunctionConfiguration` refuses: AWS Lambda Developer Guide, "Defined runtime environment variables". */
const reservedKeys: ReadonlySet<string> = new Set([
  '_HANDLER',
  '_X_AMZN_TRACE_ID',
  'AWS_ACCESS_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_DEFAULT_REGION',
  'AWS_EXECUTION_ENV',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_VERSION',
  'AWS_LAMBDA_INITIALIZATION_TYPE',
  'AWS_LAMBDA_LOG_GROUP_NAME',
  'AWS_LAMBDA_LOG_STREAM_NAME',
  'AWS_LAMBDA_RUNTIME_API',
  'AWS_REGION',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'LAMBDA_RUNTIME_DIR',
  'LAMBDA_TASK_ROOT',
]);

/** All variables of one function together, in bytes of JSON. */
const sizeLimitBytes = 4096;

/**
 * Throws what the service answers to a configuration it refuses: reserved or malformed keys, more than 4 KB.
 */
export function checkEnvironment(
  name: string,
  environment: Readonly<Record<string, string>>,
): void {
  const refused = refusalOf(environment);
  if (refused !== undefined) throw new Error(`Cannot create function ${name}: ${refused}`);
}

function refusalOf(environment: Readonly<Record<string, string>>): string | undefined {
  const keys = Object.keys(environment);
  const reserved = keys.filter((key) => reservedKeys.has(key));
  if (reserved.length > 0) {
    return `Lambda was unable to configure your environment variables because the environment variables you have provided contains reserved keys that are currently not supported for modification. Reserved keys used in this request: ${reserved.join(', ')}`;
  }
  const malformed = keys.filter((key) => !/^[a-zA-Z][a-zA-Z0-9_]+$/.test(key));
  if (malformed.length > 0) {
    return `environment variable names must satisfy the regular expression [a-zA-Z]([a-zA-Z0-9_])+, unlike ${malformed.join(', ')}`;
  }
  const measured = JSON.stringify(environment);
  if (Buffer.byteLength(measured) > sizeLimitBytes) {
    return `Lambda was unable to configure your environment variables because the environment variables you have provided exceeded the 4KB limit. String measured: ${measured}`;
  }
  return undefined;
}

/**
 * The complete environment of one execution environment: what the service sets, then the function's own
 * configuration, and nothing of the process that runs the sandbox.
 */
export function runtimeVariables(
  settings: RuntimeSettings,
  logStreamName: string,
): Readonly<Record<string, string>> {
  return {
    _HANDLER: 'index.handler',
    AWS_ACCESS_KEY_ID: 'ASIASANDBOX',
    AWS_DEFAULT_REGION: settings.region,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memoryMb),
    AWS_LAMBDA_FUNCTION_NAME: settings.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${settings.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: logStreamName,
    AWS_REGION: settings.region,
    AWS_SECRET_ACCESS_KEY: 'sandbox',
    AWS_SESSION_TOKEN: 'sandbox',
    // Without it the SDK would read ~/.aws of whoever runs the sandbox; on Lambda there is no such folder.
    HOME: settings.taskRoot,
    LAMBDA_TASK_ROOT: settings.taskRoot,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    ...settings.environment,
  };
}
