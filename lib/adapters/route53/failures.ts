import { ControllerError, type FailureKind } from '../../core/model/failure.ts';

/** Codes that ask for patience, all with HTTP status 400 (Route 53, "Throttling"; API_ChangeResourceRecordSets; R19). */
const throttling: ReadonlySet<string> = new Set([
  'PriorRequestNotComplete',
  'Throttling',
  'ThrottlingException',
]);

/** Codes that stay until somebody changes the zone, the settings or the permissions. */
const misconfigured: ReadonlySet<string> = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'MissingAuthenticationToken',
  'NoSuchHostedZone',
  'SignatureDoesNotMatch',
]);

/** Codes by which Route 53 refuses a batch for what stands in it, with nothing done. */
const refusals: ReadonlySet<string> = new Set([
  'InvalidChangeBatch',
  'InvalidInput',
  'NoSuchHealthCheck',
]);

/** The text of a refused batch; undefined if the error is of any other sort. */
export const refusalText = (error: unknown): string | undefined =>
  error instanceof Error && refusals.has(error.name) ? error.message : undefined;

/** What a failed call of Route 53 means: `doing` is the first half of the text and names the zone. */
export const classify = (error: unknown, doing: string): ControllerError => {
  // The role of the zone could not be assumed: nobody asked Route 53 anything.
  if (error instanceof ControllerError) return error;
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: '' };
  return new ControllerError(kindOf(error), `${doing}: Route 53 says ${name}: ${message}`, {
    cause: error,
    fields: { service: 'route53', code: name },
  });
};

const kindOf = (error: unknown): FailureKind => {
  if (!(error instanceof Error) || error instanceof TypeError) return 'defect';
  if (throttling.has(error.name)) return 'throttled';
  if (misconfigured.has(error.name)) return 'terminal';
  const { $metadata }: Error & { readonly $metadata?: { readonly httpStatusCode?: number } } =
    error;
  const status = $metadata?.httpStatusCode;
  // Without a status nothing came back at all: a refused connection, a time-out or an abort.
  return status === undefined || status >= 500 || status < 300 ? 'transient' : 'defect';
};
