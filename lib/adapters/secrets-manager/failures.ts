import { ControllerError, type FailureKind } from '../../core/model/failure.ts';

/** Codes that ask for patience (Secrets Manager API reference, "Common errors"). */
const throttling: ReadonlySet<string> = new Set(['LimitExceededException', 'ThrottlingException']);

/** Codes by which AWS does not know who asks; their texts may quote the signed request, session token included. */
const unknownCaller: ReadonlySet<string> = new Set([
  'IncompleteSignatureException',
  'InvalidSignatureException',
  'MissingAuthenticationTokenException',
  'UnrecognizedClientException',
]);

/** What a failed GetSecretValue means, with the way out. */
export const classify = (error: unknown, name: string): ControllerError => {
  if (error instanceof ControllerError) return error;
  const code = error instanceof Error ? error.name : 'unknown';
  return new ControllerError(
    kindOf(error, code),
    `Cannot read secret ${name} of Secrets Manager: ${reasonOf(error, code)}`,
    {
      cause: unknownCaller.has(code) ? undefined : error,
      fields: { service: 'secretsmanager', code },
    },
  );
};

const reasonOf = (error: unknown, code: string): string => {
  const said = error instanceof Error ? error.message : String(error);
  if (code === 'ResourceNotFoundException')
    return `${said} Name one that is in the function's own account and region, or give its ARN`;
  if (code === 'AccessDeniedException')
    return `${said}. The settings of the deployment must list that secret; under a key of your own, allow kms:Decrypt too`;
  if (unknownCaller.has(code)) return `Secrets Manager does not know who asks (${code})`;
  return statusOf(error) === undefined
    ? `Secrets Manager did not answer: ${said}`
    : `Secrets Manager says ${code}: ${said}`;
};

const kindOf = (error: unknown, code: string): FailureKind => {
  if (!(error instanceof Error) || error instanceof TypeError) return 'defect';
  if (throttling.has(code)) return 'throttled';
  // The next try signs with newer credentials.
  if (code === 'ExpiredTokenException') return 'transient';
  const status = statusOf(error);
  return status === undefined || status >= 500 || status < 300 ? 'transient' : 'terminal';
};

/** Without one nothing came back at all: a refused connection, a time-out or an abort. */
const statusOf = (error: unknown): number | undefined => {
  // What the clients of AWS add to the errors that they throw.
  const { $metadata } = Object(error) as { $metadata?: { readonly httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
};
