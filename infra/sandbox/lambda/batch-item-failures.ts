/** Which messages of a batch go back to the queue. */
export type FailedItems = 'all' | ReadonlySet<string>;

const none: FailedItems = new Set<string>();

/**
 * Reads the response of a function whose mapping has `ReportBatchItemFailures`. A response that is not of that
 * shape fails the whole batch: a response that is no object, a list that is no list, an item without an
 * identifier, an identifier that is not in the batch. Empty and null mean that everything succeeded. AWS Lambda
 * Developer Guide, "Implementing partial batch responses".
 */
export function readFailedItems(response: unknown, messageIds: ReadonlySet<string>): FailedItems {
  if (response === null || response === undefined) return none;
  if (!isRecord(response)) return 'all';
  const items = response['batchItemFailures'];
  if (items === undefined || items === null) return none;
  if (!Array.isArray(items)) return 'all';
  const failed = new Set<string>();
  for (const item of items) {
    const id: unknown = isRecord(item) ? item['itemIdentifier'] : undefined;
    if (typeof id !== 'string' || !messageIds.has(id)) return 'all';
    failed.add(id);
  }
  return failed;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
