/** The functions, named as their source files are. */
export type FunctionName =
  | 'audit-webhook'
  | 'audit-logs'
  | 'reconcile-service'
  | 'publish-zone'
  | 'resync'
  | 'cluster-health';

/** What a function may use. */
export type FunctionLimits = {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Invocations at once, where something holds them back: a queue's mapping, or the webhook's reserved concurrency by default. */
  readonly maxConcurrency: number;
};

/** The limits of each function, in a sandbox as in a deployment; queues and mappings take their own figures from them. */
export const functionLimits: { readonly [name in FunctionName]: FunctionLimits } = {
  'audit-webhook': { timeoutMs: 10_000, memoryMb: 256, maxConcurrency: 10 },
  'audit-logs': { timeoutMs: 30_000, memoryMb: 512, maxConcurrency: 10 },
  'reconcile-service': { timeoutMs: 30_000, memoryMb: 512, maxConcurrency: 5 },
  // Two zones, and a sweep of each: all of them share one rate.
  'publish-zone': { timeoutMs: 60_000, memoryMb: 512, maxConcurrency: 4 },
  resync: { timeoutMs: 300_000, memoryMb: 1_024, maxConcurrency: 2 },
  'cluster-health': { timeoutMs: 30_000, memoryMb: 512, maxConcurrency: 1 },
};

/** How a queue hands its messages to the function that reads it. */
export type QueueLimits = {
  readonly consumer: FunctionName;
  readonly batchSize: number;
  readonly batchWindowSeconds: number;
};

/** The queues of wakes. */
export type QueueName = 'services' | 'zones' | 'resync';

/** A zone's messages come one by one: its publisher takes all that is pending anyway. A resync is more than enough for an invocation. */
export const queueLimits: { readonly [queue in QueueName]: QueueLimits } = {
  services: { consumer: 'reconcile-service', batchSize: 10, batchWindowSeconds: 0 },
  zones: { consumer: 'publish-zone', batchSize: 1, batchWindowSeconds: 0 },
  resync: { consumer: 'resync', batchSize: 1, batchWindowSeconds: 0 },
};

/** Receipts of a message before it goes to the dead-letter queue (Lambda, "Using Lambda with Amazon SQS": at least 5). */
export const maxReceiveCount = 5;

/** How long a received message stays hidden: six times its consumer's time, and the window (Lambda, "Using Lambda with Amazon SQS"). */
export const visibilitySeconds = ({ consumer, batchWindowSeconds }: QueueLimits): number =>
  (6 * functionLimits[consumer].timeoutMs) / 1000 + batchWindowSeconds;
