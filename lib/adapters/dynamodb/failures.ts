import { ControllerError, type FailureKind } from '../../core/model/failure.ts';

/** Error names that ask for patience (DynamoDB, "Error handling", retryable errors). */
const throttling: ReadonlySet<string> = new Set([
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'Throttling',
  'ThrottlingException',
]);

/** Error names that stay until somebody changes the deployment. */
const misconfigured: ReadonlySet<string> = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'IncompleteSignatureException',
  'InvalidSignatureException',
  'MissingAuthenticationTokenException',
  'ResourceNotFoundException',
  'UnrecognizedClientException',
]);

/** Error names that mean that we sent nonsense. */
const malformed: ReadonlySet<string> = new Set(['SerializationException', 'ValidationException']);

type SdkError = Error & {
  readonly $metadata?: { readonly httpStatusCode?: number; readonly attempts?: number };
};

/** True if a conditional write was refused because its condition did not hold. */
export const isConditionRefused = (error: unknown): error is SdkError =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/** True if the client sent the refused request more than once: an earlier try may have gone through unheard. */
export const wasResent = (error: SdkError): boolean => (error.$metadata?.attempts ?? 1) > 1;

/** What a failed call of DynamoDB means: `doing` is the first half of the text, such as "Cannot read service/shop/web". */
export const classify = (error: unknown, doing: string): ControllerError => {
  if (error instanceof ControllerError) return error;
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: '' };
  return new ControllerError(kindOf(error), `${doing}: DynamoDB says ${name}: ${message}`, {
    cause: error,
    fields: { service: 'dynamodb', code: name },
  });
};

const kindOf = (error: unknown): FailureKind => {
  if (!(error instanceof Error)) return 'defect';
  if (throttling.has(error.name)) return 'throttled';
  if (misconfigured.has(error.name)) return 'terminal';
  if (malformed.has(error.name) || error instanceof TypeError) return 'defect';
  const { $metadata }: SdkError = error;
  const status = $metadata?.httpStatusCode;
  // Without a status nothing came back at all: a refused connection, a time-out or an abort.
  return status === undefined || status >= 500 || status < 300 ? 'transient' : 'defect';
};
