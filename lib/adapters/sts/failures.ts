import { ControllerError, type FailureKind } from '../../core/model/failure.ts';

/** Codes that ask for patience (STS API reference, "Common errors"). */
const throttling: ReadonlySet<string> = new Set(['RequestLimitExceeded', 'Throttling']);

/** Codes by which STS does not know who asks; their texts may quote the signed request, session token included. */
const unknownCaller: ReadonlySet<string> = new Set([
  'IncompleteSignature',
  'InvalidClientTokenId',
  'MissingAuthenticationToken',
  'SignatureDoesNotMatch',
]);

/** What a failed AssumeRole means, with the way out. */
export const classify = (error: unknown, roleArn: string): ControllerError => {
  if (error instanceof ControllerError) return error;
  const code = error instanceof Error ? error.name : 'unknown';
  return new ControllerError(
    kindOf(error, code),
    `Cannot assume role ${roleArn}: ${reasonOf(error, code)}`,
    { cause: unknownCaller.has(code) ? undefined : error, fields: { service: 'sts', code } },
  );
};

const reasonOf = (error: unknown, code: string): string => {
  const said = error instanceof Error ? error.message : String(error);
  // STS gives one code for a missing permission, a trust policy that says no, and a role that is not there.
  if (code === 'AccessDenied')
    return `${said}. The settings of the deployment must list that role, and its trust policy must name the function's role`;
  if (code === 'RegionDisabledException')
    return `${said}. Switch STS on in that region, in the account of the role`;
  if (unknownCaller.has(code)) return `STS does not know who asks (${code})`;
  return statusOf(error) === undefined
    ? `STS did not answer: ${said}`
    : `STS says ${code}: ${said}`;
};

const kindOf = (error: unknown, code: string): FailureKind => {
  if (!(error instanceof Error) || error instanceof TypeError) return 'defect';
  if (throttling.has(code)) return 'throttled';
  // The next try signs with newer credentials.
  if (code === 'ExpiredToken' || code === 'ExpiredTokenException') return 'transient';
  const status = statusOf(error);
  return status === undefined || status >= 500 || status < 300 ? 'transient' : 'terminal';
};

/** Without one nothing came back at all: a refused connection, a time-out or an abort. */
const statusOf = (error: unknown): number | undefined => {
  // What the clients of AWS add to the errors that they throw.
  const { $metadata } = Object(error) as { $metadata?: { readonly httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
};
