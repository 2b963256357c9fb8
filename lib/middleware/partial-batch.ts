import type { MiddlewareObj } from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

/**
 * Guarantees that only those messages come back that were not dealt with: the handler answers one settled result a record, in the
 * records' order, and Lambda learns which were rejected (`ReportBatchItemFailures`).
 */
export const partialBatch = (): MiddlewareObj<
  SQSEvent,
  readonly PromiseSettledResult<unknown>[] | SQSBatchResponse
> => ({
  after: (request) => {
    const results = request.response;
    if (!isSettled(results)) return;
    const batchItemFailures = request.event.Records.flatMap(({ messageId }, index) =>
      results[index]?.status === 'fulfilled' ? [] : [{ itemIdentifier: messageId }],
    );
    request.response = { batchItemFailures };
  },
});

const isSettled = (response: unknown): response is readonly PromiseSettledResult<unknown>[] =>
  Array.isArray(response);
