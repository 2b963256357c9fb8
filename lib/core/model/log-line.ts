/** What a log line says happened: `message` of every line that Seamark writes (docs/runbook.md, "Log lines"). */
export const logMessages = [
  'pass',
  'A pass met a defect',
  'A pass could not be settled',
  'Dropped a message that names no key',
  'Events were not recorded',
  'intake',
  'Refused a request',
  'Refused a body',
  'Dropped a log delivery',
  'cluster health',
  'resync',
  'Records differ from the ledger',
  'The hosted zone is not known',
  'The hosted zone is full',
  'Created a hosted zone: delegate it in its parent zone',
  'The hosted zone could not be kept for the resync',
  'The invocation failed',
] as const;

/** Message of a log line. */
export type LogMessage = (typeof logMessages)[number];

/** What a pass counts as it goes; each is a field of its line, left out where it is zero. */
export const passCounts = [
  'clustersWritten',
  'clustersCleared',
  'clustersFailed',
  'zonesAsked',
  'entries',
  'batches',
  'recordChanges',
  'namesBlocked',
  'namesWithoutRoom',
  'route53Calls',
  'route53Throttles',
  'recordsListed',
  'namesDrifted',
] as const;

/** Something that a pass counts. */
export type PassCount = (typeof passCounts)[number];

/** Fields of log lines beside those that the logger adds itself (docs/runbook.md, "Log lines"). */
export const logFields = [
  ...passCounts,
  'requestId',
  'reconcileId',
  'key',
  'fence',
  'generation',
  'outcome',
  'failure',
  'reason',
  'attempts',
  'nextLookMs',
  'durationMs',
  'drifted',
  'body',
  'lost',
  'source',
  'sourceIp',
  'logGroup',
  'events',
  'skipped',
  'keys',
  'sent',
  'listed',
  'federated',
  'asked',
  'handedOver',
  'reasons',
  'unread',
  'clusters',
  'ready',
  'written',
  'failed',
  'changed',
  'withdrawn',
  'held',
  'released',
  'name',
  'id',
] as const;

/** Name of a log field. */
export type LogField = (typeof logFields)[number];
