import { ControllerError, type FailureKind } from '../../core/model/failure.ts';

/** Error codes that ask for patience (SQS, "Common errors"; SendMessageBatch, errors). */
const throttling: ReadonlySet<string> = new Set([
  'KmsThrottled',
  'OverLimit',
  'RequestThrottled',
  'Throttling',
  'ThrottlingException',
]);

/** Error codes that stay until somebody changes the deployment. */
const misconfigured: ReadonlySet<string> = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'InvalidClientTokenId',
  'InvalidSecurity',
  'KmsAccessDenied',
  'KmsDisabled',
  'KmsNotFound',
  'MissingAuthenticationTokenException',
  'QueueDoesNotExist',
  'UnrecognizedClientException',
]);

/** The kind of a failure by the code that SQS gives for a call, or for one message of a batch. */
export const kindOfCode = (code: string, isOurFault: boolean): FailureKind => {
  // The two protocols of SQS write the same code as `QueueDoesNotExist` and `AWS.SimpleQueueService.QueueDoesNotExist`.
  const bare = code.slice(code.lastIndexOf('.') + 1);
  if (throttling.has(bare)) return 'throttled';
  if (misconfigured.has(bare)) return 'terminal';
  return isOurFault ? 'defect' : 'transient';
};

/** What a failed call of SQS means: `doing` is the first half of the text, such as "Cannot send 3 messages". */
export const classify = (error: unknown, doing: string): ControllerError => {
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: '' };
  const kind =
    error instanceof Error && !(error instanceof TypeError)
      ? kindOfCode(name, isRefusal(error))
      : 'defect';
  return new ControllerError(kind, `${doing}: SQS says ${name}: ${message}`, {
    cause: error,
    fields: { service: 'sqs', code: name },
  });
};

/** True if SQS answered and found fault with the request; without a status nothing came back at all. */
const isRefusal = (
  error: Error & { readonly $metadata?: { readonly httpStatusCode?: number } },
) => {
  const status = error.$metadata?.httpStatusCode;
  return status !== undefined && status >= 400 && status < 500;
};
